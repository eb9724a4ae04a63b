/**
 * Makes the files of a release in dist/release: the image, the packed command and client, SBOMs, the release notes and
 * SHA256SUMS. Publishes nothing: .github/workflows/release.yml does that, and adds the signed provenance.
 *   node scripts/release.ts --tag v1.2.3
 *   node scripts/release.ts --dry-run [--no-image]   warns if a release would fail; the image uses a local base
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRelease, readSection } from './release/check-release.ts';
import { writeChecksums } from './release/checksums.ts';
import { packPackages } from './release/pack-packages.ts';
import { writeSboms } from './release/sboms.ts';

const FOLDER = 'dist/release';

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    image: { type: 'boolean', default: true },
    tag: { type: 'string' },
  },
  allowNegative: true,
});
const isDryRun = options['dry-run'];
if (!isDryRun && options.tag === undefined)
  throw new Error('name the tag (--tag), or use --dry-run');

const version = readVersion('package.json');
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const problems = checkRelease({
  version,
  workspaceVersions: Object.fromEntries(
    globSync('{apps,packages}/*/package.json').map((file) => [file, readVersion(file)]),
  ),
  tag: options.tag,
  changelog,
  changes: execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }),
});
for (const problem of problems) console.error(`${isDryRun ? 'warning: ' : '✗ '}${problem}`);
if (problems.length > 0 && !isDryRun) process.exit(1);

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const file of await packPackages('dist/packages'))
  await cp(file, join(FOLDER, basename(file)));
await writeSboms(FOLDER);
await writeFile(
  join(FOLDER, 'RELEASE_NOTES.md'),
  `${readSection(changelog, version) ?? 'No entry.'}\n`,
);
if (options.image) await buildImage(join(FOLDER, `fairtrial-image-${version}.oci.tar`));
await writeChecksums(FOLDER);
await printFiles();

function readVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

async function buildImage(archive: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'fairtrial-image-'));
  try {
    const base = isDryRun ? ['--local-base'] : [];
    execFileSync('bash', ['.ci/build-image', ...base, work, resolve(archive)], {
      stdio: 'inherit',
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function printFiles(): Promise<void> {
  for (const name of (await readdir(FOLDER)).toSorted()) {
    const { size } = await stat(join(FOLDER, name));
    console.log(`${name.padEnd(36)} ${String(Math.ceil(size / 1024)).padStart(8)} kB`);
  }
  if (isDryRun)
    console.log('Dry run: nothing is published. The release workflow adds the signed provenance.');
}
