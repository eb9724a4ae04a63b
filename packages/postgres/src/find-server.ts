import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { kill } from 'node:process';

/** A PostgreSQL that runs on a folder, started by this process or another. */
interface FoundServer {
  readonly pid: number;
  readonly port: number;
  /** Otherwise it is starting or stopping. */
  readonly isReady: boolean;
}

/** The server that runs on this data, if any does. */
export async function findServer(data: string): Promise<FoundServer | undefined> {
  const file = join(data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [first, , , port, , , , status] = text.split('\n');
  const pid = Number(first);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (await isPostgres(pid)) {
    return { pid, port: Number(port), isReady: status?.trim() === 'ready' };
  }
  // The pid belongs to another process by now, as after a restart of the machine. PostgreSQL would refuse to start.
  await rm(file, { force: true });
  return undefined;
}

/** The port of the server that runs or was killed; undefined if the last one was stopped. */
export async function findLastPort(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(text.split('\n')[3]);
  return port > 0 ? port : undefined;
}

/** Where it cannot be told, as without /proc: true. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // A process that has ended, and whose parent has not asked for its exit code, has no command line.
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
