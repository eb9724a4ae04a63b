/** What a process has used, from /proc: Linux only. */
import { readFileSync, writeFileSync } from 'node:fs';

const MS_PER_TICK = 10;
const KIB_PER_MIB = 1024;

/** Milliseconds of CPU that a process has used so far, on all threads; undefined if it is gone. */
export function cpuMs(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name of the process, in brackets, may have blanks in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * MS_PER_TICK;
}

export interface Memory {
  readonly nowMiB: number;
  /** The most since `forgetPeak`. */
  readonly peakMiB: number;
}

/** The resident memory of a process; undefined if it is gone. */
export function memoryOf(pid: number): Memory | undefined {
  const status = read(`/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / KIB_PER_MIB;
  return { nowMiB: of('VmRSS'), peakMiB: of('VmHWM') };
}

/** The peak counts from here on. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The process is gone, which is found out elsewhere.
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
