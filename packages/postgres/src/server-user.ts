import { execFileSync } from 'node:child_process';
import { geteuid } from 'node:process';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to be root: whom it runs as instead. Undefined where we are not root anyway. */
export function serverUser(): ServerUser | undefined {
  if (geteuid?.() !== 0) return undefined;
  return userOf('postgres') ?? userOf('nobody');
}

function userOf(name: string): ServerUser | undefined {
  const ask = (what: string): number =>
    Number(execFileSync('id', [what, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined; // there is no such user here
  }
}
