import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 50;

/** Does the work while this process holds the lock file. A lock whose process has ended does not count. */
export async function withLock(file: string, work: () => Promise<void>): Promise<void> {
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
