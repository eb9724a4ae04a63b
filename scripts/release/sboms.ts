import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The workspaces in each part of a release. The image also has the built console and command. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  image: ['evals', 'agent', 'console', 'cli'],
  cli: ['cli'],
  client: ['client'],
};

interface Manifest {
  devDependencies?: unknown;
}

/** Writes the production dependencies of each part as CycloneDX: `sbom-<part>.cdx.json`. */
export async function writeSboms(folder: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'fairtrial-sbom-'));
  try {
    const project = join(work, 'fairtrial'); // npm takes the name of the SBOM from the folder
    await copyManifests(project);
    for (const [part, workspaces] of Object.entries(PARTS)) {
      const chosen = workspaces.flatMap((name) => ['-w', `@fairtrial/${name}`]);
      const flags = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'optional'];
      const sbom = execFileSync('npm', ['sbom', ...flags, ...chosen], {
        cwd: project,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: 64 * 1024 * 1024,
      });
      await writeFile(join(folder, `sbom-${part}.cdx.json`), sbom);
    }
  } finally {
    await rm(work, { recursive: true });
  }
}

/**
 * Copies the manifests and the lockfile without devDependencies. `npm sbom --omit dev` would leave out a production
 * dependency of a workspace that is also a devDependency of the root.
 */
async function copyManifests(project: string): Promise<void> {
  for (const file of globSync(['package.json', '{apps,packages}/*/package.json'])) {
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
    delete manifest.devDependencies;
    await mkdir(join(project, dirname(file)), { recursive: true });
    await writeFile(join(project, file), JSON.stringify(manifest));
  }
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, Manifest>;
  };
  for (const entry of Object.values(lock.packages)) delete entry.devDependencies;
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock));
}
