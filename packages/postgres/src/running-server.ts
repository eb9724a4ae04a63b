import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { kill } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/** A running PostgreSQL, started by this process or another. */
export interface RunningServer {
  readonly pid: number | undefined;
  /** Resolves once it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export function fromChild(child: ChildProcess): RunningServer {
  // A running server must not keep this process alive.
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return {
    pid: child.pid,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

/** A server whose starter was killed. */
export function adopt(pid: number): RunningServer {
  return {
    pid,
    async end(signal) {
      if (isAlive(pid)) kill(pid, signal);
      while (isAlive(pid)) await wait(20);
    },
  };
}

interface Orphan {
  readonly pid: number;
  readonly port: number;
}

/** The server that runs on this folder, if any does. */
export async function findOrphan(data: string): Promise<Orphan | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  if (status?.trim() !== 'ready' || !isAlive(Number(pid))) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // On systems with /proc: the pid may belong to another process by now.
  if (command !== undefined && !command.includes(data)) return undefined;
  return { pid: Number(pid), port: Number(port) };
}

function isAlive(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
