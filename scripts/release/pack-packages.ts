import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { build } from '../build.ts';
import { OLDEST_NODE } from '../build/bundle-cli.ts';
import { writeThirdPartyLicenses } from '../build/third-party-licenses.ts';
import { bundleTypes } from './bundle-types.ts';

interface Manifest {
  readonly version: string;
  readonly license: string;
}

/** Builds `@fairtrial/cli` and `@fairtrial/client` below `folder` and packs them. Returns the paths of the two archives. */
export async function packPackages(folder: string): Promise<readonly string[]> {
  await rm(folder, { recursive: true, force: true });
  const [cli, client] = [join(folder, 'cli'), join(folder, 'client')];
  await buildCli(cli);
  await buildClient(client);
  return [cli, client].map((built) => pack(built, folder));
}

async function buildCli(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await build(['command']);
  await copyFile('dist/fairtrial.mjs', join(folder, 'fairtrial.mjs'));
  await copyFile('dist/fairtrial.THIRD_PARTY_LICENSES', join(folder, 'THIRD_PARTY_LICENSES'));
  await writePackage(folder, {
    source: 'apps/cli',
    fields: {
      name: '@fairtrial/cli',
      description: 'The command fairtrial: runs evaluations, compares models, writes reports',
      bin: { fairtrial: 'fairtrial.mjs' },
    },
  });
}

async function buildClient(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: 'packages/client/src/index.ts',
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: `node${OLDEST_NODE}` },
  });
  const { output } = await bundle.write({ file: join(folder, 'index.js'), format: 'esm' });
  await bundle.close();
  await writeThirdPartyLicenses(join(folder, 'THIRD_PARTY_LICENSES'), output[0].moduleIds);
  await bundleTypes(join(folder, 'types'));
  const contracts = await readJson<{ dependencies: { zod: string } }>(
    'packages/contracts/package.json',
  );
  await writePackage(folder, {
    source: 'packages/client',
    fields: {
      name: '@fairtrial/client',
      description: 'Client for the HTTP interfaces of Fairtrial, for Node and browsers',
      exports: { '.': { types: './types/client/src/index.d.ts', default: './index.js' } },
      types: './types/client/src/index.d.ts',
      sideEffects: false,
      // Needed by the type declarations only; index.js imports nothing.
      dependencies: { zod: `^${contracts.dependencies.zod}` },
    },
  });
}

interface PackageOptions {
  /** The workspace that has the README. */
  readonly source: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function writePackage(folder: string, { source, fields }: PackageOptions): Promise<void> {
  const { version, license } = await readJson<Manifest>('package.json');
  const { name, description, ...rest } = fields;
  const engines = { node: `>=${OLDEST_NODE}` };
  const manifest = {
    name,
    version,
    description,
    license,
    ...repositoryField(),
    type: 'module',
    ...rest,
    engines,
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile('LICENSE', join(folder, 'LICENSE'));
  await copyFile(join(source, 'README.md'), join(folder, 'README.md'));
}

/** npm accepts provenance only if the package names the repository that the workflow runs in. */
function repositoryField(): { readonly repository?: object } {
  const repository = process.env['GITHUB_REPOSITORY'];
  if (!repository) return {};
  return { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } };
}

/** Returns the path of the archive. */
function pack(built: string, folder: string): string {
  const args = ['pack', `./${built}`, '--pack-destination', folder, '--json'];
  const output = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const report = JSON.parse(output) as readonly { filename: string }[] | Record<string, unknown>;
  const [packed] = Object.values(report) as { filename: string }[];
  if (packed === undefined) throw new Error(`npm pack of ${built} reports no archive: ${output}`);
  return join(folder, packed.filename);
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}
