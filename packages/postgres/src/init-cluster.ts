import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { geteuid } from 'node:process';
import { promisify } from 'node:util';
import type { Binaries } from './find-binaries.ts';

export interface ClusterFolder {
  readonly data: string;
  readonly password: string;
}

export const SUPERUSER = 'fairtrial';

/**
 * Creates the files of a cluster unless they exist. Safe to call from several processes at once: all use the password
 * that was stored first, and the data folder appears complete, renamed into place by the first process to finish.
 */
export async function initCluster(
  folder: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<ClusterFolder> {
  await mkdir(folder, { recursive: true });
  const home = await realpath(folder);
  const data = join(home, 'data');
  const password = await ensurePassword(home);
  if (!(await exists(data))) await initData({ home, data, password }, binaries, user);
  return { data, password };
}

async function ensurePassword(home: string): Promise<string> {
  const path = join(home, 'password');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  await chmod(home, 0o711); // the server's user can traverse this folder but not list it
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  // `link` is atomic: the file appears with its full content, and `link` fails if a password already exists.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(path, 'utf8');
}

const DRAFT = 'data.new-';

async function initData(
  { home, data, password }: ClusterFolder & { readonly home: string },
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  const draft = await mkdtemp(join(home, DRAFT));
  const passwordFile = `${draft}.password`;
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid);
    const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions'];
    const named = [`--pgdata=${draft}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
    await promisify(execFile)(binaries.initdb, [...named, ...flags], { ...user });
    await rename(draft, data);
  } catch (error) {
    // Another process was faster, and may have removed this draft.
    if (!(await exists(data))) throw error;
  }
  await removeDrafts(home);
}

/** Removes drafts of initialisations that were interrupted or lost the race. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(DRAFT)) continue;
    // A slower process may still write to this draft; that process removes the rest.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user that PostgreSQL runs as, since it refuses to run as root; `undefined` if this process is not root. */
export function serverUser(): ServerUser | undefined {
  if (geteuid?.() !== 0) return undefined;
  return findUser('postgres') ?? findUser('nobody');
}

function findUser(name: string): ServerUser | undefined {
  const ask = (what: string): number =>
    Number(execFileSync('id', [what, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined; // no such user on this machine
  }
}
