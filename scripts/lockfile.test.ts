import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

/** Installed for their own stage only, so not a workspace. */
const CLIENTS = 'tests/clients/package.json';

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('what the project installs', () => {
  it('is pinned exactly', () => {
    for (const file of globSync(['package.json', '{packages,apps}/*/package.json', CLIENTS])) {
      const { dependencies, devDependencies } = read(file) as Manifest;
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${file}: ${name}`);
      }
    }
  });

  it('has one version of each package, also where the clients’ tests have it, too', () => {
    const { devDependencies: root = {} } = read('package.json') as Manifest;
    const { dependencies: clients = {} } = read(CLIENTS) as Manifest;
    const different = Object.keys(clients).filter(
      (name) => name in root && root[name] !== clients[name],
    );
    assert.deepEqual(different, []);
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
