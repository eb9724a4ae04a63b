/** Reads the resource usage of a process from /proc: Linux only. */
import { readFileSync, writeFileSync } from 'node:fs';

const MS_PER_TICK = 10;
const KIB_PER_MIB = 1024;

/** Returns the CPU milliseconds of all threads of a process so far; `undefined` if it is gone. */
export function cpuMs(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name of the process, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * MS_PER_TICK;
}

export interface Memory {
  readonly nowMiB: number;
  /** The maximum since `forgetPeak`. */
  readonly peakMiB: number;
}

/** Returns the resident memory of a process; `undefined` if it is gone. */
export function memoryOf(pid: number): Memory | undefined {
  const status = read(`/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / KIB_PER_MIB;
  return { nowMiB: of('VmRSS'), peakMiB: of('VmHWM') };
}

/** Resets the peak. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The process is gone, which is detected elsewhere.
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
