import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
      return (
        last?.hash !== (await hashSources(place, part)) ||
        last.files.some((file) => !existsSync(join(place.folder, file)))
      );
    }),
  );
  return parts.filter((_, at) => isStale[at]);
}

/** Services that still run from so many builds before this one can load their files. */
const KEPT = 5;

async function buildPart(place: Place, part: Part): Promise<void> {
  console.error(`building the ${part.name}`);
  const hash = await hashSources(place, part);
  const before = await readRecord(place, part);
  // A build that is killed or fails has replaced some of the files: no sources have this hash.
  await writeRecord(place, part, [{ hash: '', files: [] }, ...before]);
  const files = await part.build(place.folder);
  const missing = files.find((file) => !existsSync(join(place.folder, file)));
  if (missing !== undefined) throw new Error(`the ${part.name} was built without ${missing}`);
  const builds = [{ hash, files }, ...before].slice(0, KEPT + 1);
  await writeRecord(place, part, builds);
  const kept = new Set(builds.flatMap((one) => one.files));
  for (const file of before.flatMap((one) => one.files)) {
    if (!kept.has(file)) await rm(join(place.folder, file), { force: true });
  }
}

function recordOf({ folder }: Place, { name }: Part): string {
  return join(folder, `.${name}.json`);
}

/** The last builds of a part, the newest first. */
async function readRecord(place: Place, part: Part): Promise<readonly Built[]> {
  const text = await readFile(recordOf(place, part), 'utf8').catch(() => '[]');
  return JSON.parse(text) as readonly Built[];
}

/** Replaces the record as a whole: another process may read it at any time. */
async function writeRecord(place: Place, part: Part, builds: readonly Built[]): Promise<void> {
  const file = recordOf(place, part);
  const own = ownName(file);
  await writeFile(own, JSON.stringify(builds));
  await rename(own, file);
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
  const installed = join(root, 'node_modules/.package-lock.json');
  for (const file of [...files.toSorted(), ...(existsSync(installed) ? [installed] : [])]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

const POLL_MS = 50;
/** After so many looks at the lock of another process, about half a minute, the user is told. */
const PATIENT = 600;

/** Does the work while this process holds the lock file. The lock of a process that has ended does not count. */
async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  for (let looks = 1; !(await take(file)); looks += 1) {
    const holder = await readFile(file, 'utf8').catch(() => '');
    if (holder !== '' && !isAlive(Number(holder))) await removeLock(file, holder);
    else await wait(POLL_MS);
    if (looks === PATIENT)
      console.error(`waiting for the build of process ${holder}; if there is none, delete ${file}`);
  }
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

let named = 0;

/** A name that no other process, and nothing else in this one, has. */
function ownName(file: string): string {
  named += 1;
  return `${file}.${process.pid}.${named}`;
}

/** Makes the lock with its content at once, so that there is never an empty one. */
async function take(file: string): Promise<boolean> {
  const own = ownName(file);
  await writeFile(own, String(process.pid));
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Removes the lock of a process that has ended. Of several processes that see it, one does, and not the lock of the next. */
async function removeLock(file: string, holder: string): Promise<void> {
  const own = ownName(file);
  try {
    await rename(file, own);
    if ((await readFile(own, 'utf8')) !== holder) await link(own, file);
  } catch {
    return; // another process was faster
  }
  await rm(own, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
