/**
 * Builds what runs outside of development into dist/: the services, the command and the console.
 *   npm run build                builds what is stale
 *   npm run build -- services    only the services (or: command, console)
 * A part is stale if the content of its sources differs from what was built, whatever the times of the files are.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleCli } from './build/bundle-cli.ts';
import { bundleConsole } from '../apps/console/bundle.ts';
import { bundleServices } from './build/bundle-services.ts';
import { withLock } from './build/lock.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

interface Part {
  /** The folders of its sources. */
  readonly sources: readonly string[];
  /** Returns the names of the files that it wrote into the folder. */
  readonly build: (folder: string) => Promise<readonly string[]>;
}

const PARTS = {
  services: {
    sources: ['apps/{agent,evals,simulator}/**', 'packages/*/src/**', 'samples/**', 'container/**'],
    build: bundleServices,
  },
  command: {
    sources: ['apps/cli/src/**', 'packages/*/src/**'],
    build: bundleCli,
  },
  console: {
    sources: ['apps/console/**', 'packages/*/src/**', 'samples/**'],
    build: bundleConsole,
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as readonly PartName[];

interface Built {
  readonly hash: string;
  readonly files: readonly string[];
}

/**
 * Builds the stale ones of these parts. Processes that do this at the same time wait for the first, and find its build.
 * Files of the build before are kept: a service that runs from it may not have loaded all of them yet.
 */
export async function build(names: readonly PartName[] = PART_NAMES): Promise<void> {
  await mkdir(DIST, { recursive: true });
  const stale = async (): Promise<readonly PartName[]> => {
    const found = await Promise.all(names.map(isStale));
    return names.filter((_, at) => found[at]);
  };
  if ((await stale()).length === 0) return;
  await withLock(join(DIST, '.lock'), async () => {
    for (const name of await stale()) {
      console.error(`building the ${name}`);
      await buildPart(name);
    }
  });
}

async function buildPart(name: PartName): Promise<void> {
  const hash = await hashSources(PARTS[name]);
  const record = recordOf(name);
  const before = await readRecord(name);
  const files = await PARTS[name].build(DIST);
  const kept = new Set([...files, ...(before[0]?.files ?? [])]);
  const gone = before.slice(1).flatMap((one) => one.files);
  for (const file of gone) if (!kept.has(file)) await rm(join(DIST, file), { force: true });
  await writeFile(record, JSON.stringify([{ hash, files }, ...before.slice(0, 1)]));
}

function recordOf(name: PartName): string {
  return join(DIST, `.${name}.json`);
}

/** The last two builds, the newest first. */
async function readRecord(name: PartName): Promise<readonly Built[]> {
  const text = await readFile(recordOf(name), 'utf8').catch(() => '[]');
  return JSON.parse(text) as readonly Built[];
}

async function isStale(name: PartName): Promise<boolean> {
  const [last] = await readRecord(name);
  return last === undefined || last.hash !== (await hashSources(PARTS[name]));
}

/** What every part depends on: the programs that build it, and the versions of the installed packages. */
const COMMON = ['package-lock.json', 'scripts/build.ts', 'scripts/build/**'];

async function hashSources({ sources }: Part): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync([...COMMON, ...sources], {
    cwd: ROOT,
    withFileTypes: true,
    exclude: (entry) => ['node_modules', 'dist', 'testing'].includes(entry.name),
  })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files)
    hash
      .update(file.slice(ROOT.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in PARTS));
  if (unknown !== undefined) {
    console.error(`there is no part '${unknown}'; known: ${PART_NAMES.join(', ')}`);
    process.exit(2);
  }
  await build(names.length > 0 ? (names as PartName[]) : PART_NAMES);
}
