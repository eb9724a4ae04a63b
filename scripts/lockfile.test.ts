import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly version?: string;
  /** In the lockfile: a link to a workspace. */
  readonly link?: boolean;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

/** Installed only by its own CI stage, so it is not a workspace. */
const CLIENTS = 'tests/clients/package.json';

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('dependencies', () => {
  it('is pinned exactly', () => {
    for (const file of globSync(['package.json', '{packages,apps}/*/package.json', CLIENTS])) {
      const { dependencies, devDependencies } = read(file) as Manifest;
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${file}: ${name}`);
      }
    }
  });

  it('have the same version in package.json and in tests/clients', () => {
    const { devDependencies: root = {} } = read('package.json') as Manifest;
    const { dependencies: clients = {} } = read(CLIENTS) as Manifest;
    const different = Object.keys(clients).filter(
      (name) => name in root && root[name] !== clients[name],
    );
    assert.deepEqual(different, []);
  });

  it('on workspaces have the version of the root, and are links', () => {
    const { version } = read('package.json') as Manifest;
    for (const file of globSync(['package.json', '{packages,apps}/*/package.json'])) {
      const { dependencies, devDependencies, ...manifest } = read(file) as Manifest;
      assert.equal(manifest.version, version, file);
      for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (name.startsWith('@fairtrial/')) assert.equal(wanted, version, `${file}: ${name}`);
      }
    }
    const { packages } = read('package-lock.json') as { packages: Record<string, Manifest> };
    const workspaces = Object.entries(packages).filter(([path]) =>
      /(^|\/)@fairtrial\/[\w-]+$/.test(path),
    );
    assert.equal(workspaces.length, globSync('{packages,apps}/*/package.json').length);
    for (const [path, { link }] of workspaces) assert.equal(link, true, path);
  });

  it('is in the lockfile for every platform, so that npm ci works on each of them', () => {
    for (const file of ['package-lock.json', CLIENTS.replace('.json', '-lock.json')]) {
      const { packages } = read(file) as { packages: Record<string, Manifest> };
      const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies)
          .filter((name) => !(`node_modules/${name}` in packages))
          .map((name) => `${name}, wanted by ${path}`),
      );
      assert.deepEqual(missing, [], file);
    }
  });
});
