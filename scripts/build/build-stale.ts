import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A part of the build. */
export interface Part {
  readonly name: string;
  /** Patterns of the files that it is made from. Tests and their fixtures do not count. */
  readonly sources: readonly string[];
  /** Writes its files into `folder` and returns their names. */
  readonly build: (folder: string) => Promise<readonly string[]>;
}

interface Place {
  /** The folder of the sources. */
  readonly root: string;
  readonly folder: string;
}

/** The sources that a build was made from, and its files. */
interface Built {
  readonly hash: string;
  readonly files: readonly string[];
}

/**
 * Builds the parts whose sources have another content than when they were built, whatever the times of the files are.
 * Of several processes that do this at once, the first builds, and the others wait and use what it built.
 */
export async function buildStale(place: Place, parts: readonly Part[]): Promise<void> {
  await mkdir(place.folder, { recursive: true });
  if ((await findStale(place, parts)).length === 0) return;
  await withLock(join(place.folder, '.lock'), async () => {
    for (const part of await findStale(place, parts)) await buildPart(place, part);
  });
}

async function findStale(place: Place, parts: readonly Part[]): Promise<readonly Part[]> {
  const isStale = await Promise.all(
    parts.map(async (part) => {
      const [last] = await readRecord(place, part);
      return last?.hash !== (await hashSources(place, part));
    }),
  );
  return parts.filter((_, at) => isStale[at]);
}

/** Keeps the files of the build before: a service that runs from them may not have loaded all of them yet. */
async function buildPart(place: Place, part: Part): Promise<void> {
  console.error(`building the ${part.name}`);
  const hash = await hashSources(place, part);
  const files = await part.build(place.folder);
  const [last, ...older] = await readRecord(place, part);
  const kept = new Set([...files, ...(last?.files ?? [])]);
  for (const file of older.flatMap((one) => one.files)) {
    if (!kept.has(file)) await rm(join(place.folder, file), { force: true });
  }
  await writeFile(
    recordOf(place, part),
    JSON.stringify([{ hash, files }, ...(last ? [last] : [])]),
  );
}

function recordOf({ folder }: Place, { name }: Part): string {
  return join(folder, `.${name}.json`);
}

/** The last two builds of a part, the newest first. */
async function readRecord(place: Place, part: Part): Promise<readonly Built[]> {
  const text = await readFile(recordOf(place, part), 'utf8').catch(() => '[]');
  return JSON.parse(text) as readonly Built[];
}

const LEFT_OUT = new Set(['node_modules', 'dist', 'testing']);

async function hashSources({ root }: Place, { sources }: Part): Promise<string> {
  const found = globSync([...sources], {
    cwd: root,
    withFileTypes: true,
    exclude: ({ name }) => LEFT_OUT.has(name),
  });
  const files = found
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

const POLL_MS = 50;

/** Does the work while this process holds the lock file. The lock of a process that has ended does not count. */
async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  while (!(await take(file))) {
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    else await wait(POLL_MS);
  }
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
