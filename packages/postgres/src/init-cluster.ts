import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geteuid } from 'node:process';
import { promisify } from 'node:util';
import type { Binaries } from './find-binaries.ts';

export interface ClusterFolder {
  readonly data: string;
  readonly password: string;
}

export const SUPERUSER = 'assay';

/** The files of a cluster: made where there are none, found where there are. */
export async function initCluster(
  folder: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<ClusterFolder> {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const known = await readFile(passwordFile, 'utf8').catch(() => undefined);
  if (known !== undefined) return { data, password: known };
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711); // the server's user passes through to its data, and sees nothing else
  await rm(data, { recursive: true, force: true }); // of a first start that was interrupted
  await mkdir(data, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const draft = `${passwordFile}.new`;
  await writeFile(draft, password, { mode: 0o600 });
  if (user) for (const path of [data, draft]) await chown(path, user.uid, user.gid);
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  const named = [`--pgdata=${data}`, `--username=${SUPERUSER}`, `--pwfile=${draft}`];
  await promisify(execFile)(binaries.initdb, [...named, ...flags], { ...user });
  // The password is written last: it says that everything else is there.
  await writeFile(passwordFile, password, { mode: 0o600 });
  await rm(draft);
  return { data, password };
}

interface ServerUser {
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
