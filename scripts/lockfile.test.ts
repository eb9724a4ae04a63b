import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('what the project installs', () => {
  it('is pinned exactly', () => {
    for (const file of ['package.json', ...globSync('{packages,apps}/*/package.json')]) {
      const { dependencies, devDependencies } = read(file) as Manifest;
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${file}: ${name}`);
      }
    }
  });

  it('is in the lockfile for every platform, so that npm ci works on each of them', () => {
    const { packages } = read('package-lock.json') as { packages: Record<string, Manifest> };
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !(`node_modules/${name}` in packages))
        .map((name) => `${name}, wanted by ${path}`),
    );
    assert.deepEqual(missing, []);
  });
});
