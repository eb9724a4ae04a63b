import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { kill } from 'node:process';

/** A PostgreSQL server running on a folder, started by this or another process. */
interface FoundServer {
  readonly pid: number;
  readonly port: number;
  /** False while the server is starting or stopping. */
  readonly isReady: boolean;
}

/** Returns the server running on this data folder, or `undefined`. */
export async function findServer(data: string): Promise<FoundServer | undefined> {
  const file = join(data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [first, , , port, , , , status] = text.split('\n');
  const pid = Number(first);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (await isPostgres(pid)) {
    return { pid, port: Number(port), isReady: status?.trim() === 'ready' };
  }
  // The pid now belongs to another process, e.g. after a reboot. PostgreSQL would refuse to start.
  await rm(file, { force: true });
  return undefined;
}

/** Returns the port of a running or killed server; `undefined` if the last server was stopped. */
export async function findLastPort(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(text.split('\n')[3]);
  return port > 0 ? port : undefined;
}

/** Returns true for a live process if its command line cannot be read, e.g. without /proc. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // A zombie process has an empty command line.
  return command === undefined || basename(command.split('\0')[0] ?? '') === 'postgres';
}

function isAlive(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
