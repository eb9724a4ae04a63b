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

export const SUPERUSER = 'assay';

/**
 * The files of a cluster: made where there are none, found where there are. Several processes may do this at once: all use
 * the password that was stored first, and the data appears whole, by the rename of the first that is done.
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
  await chmod(home, 0o711); // the server's user passes through to its data, and sees nothing else
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  // A link appears with its whole content, and fails if there is a password already.
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

/** Those of first starts that were interrupted or slower. They are of no use once there is data. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(DRAFT)) continue;
    // A slower process may still write to it. It removes the rest.
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
    return undefined; // there is no such user here
  }
}
