import assert from 'node:assert/strict';

const ROUNDS = 5;
const ENOUGH = Math.ceil(ROUNDS / 2);

interface Compared {
  readonly work: () => unknown;
  /** What `work` is compared with: it must take at least a millisecond, so that it can be measured. */
  readonly bare: () => unknown;
}

/**
 * Asserts that `work` takes at most `most` times the processor time of `bare`. They take turns, so that everything else
 * that the machine does slows both, and the median of the ratios counts. It stops as soon as the median is known.
 */
export function assertTimes(most: number, what: string, { work, bare }: Compared): void {
  bare();
  work(); // both are compiled before they are measured
  const ratios: number[] = [];
  const count = (isAbove: boolean): number =>
    ratios.filter((ratio) => ratio > most === isAbove).length;
  while (count(true) < ENOUGH && count(false) < ENOUGH) {
    const bareMs = cpuMs(bare);
    ratios.push(cpuMs(work) / bareMs);
  }
  const spread = ratios.map((ratio) => ratio.toPrecision(3)).join(', ');
  assert.ok(count(true) < ENOUGH, `${what}: ${spread} times as long, and ${most} are allowed`);
}

/** Returns the processor time that this thread takes: other threads compile and collect garbage. */
function cpuMs(run: () => unknown): number {
  const before = readThread();
  run();
  const after = readThread();
  return (after.user + after.system - before.user - before.system) / 1000;
}

/** Linux updates the time of a thread only now and then, but always when it is asked for that of the whole process. */
function readThread(): NodeJS.CpuUsage {
  process.cpuUsage();
  return process.threadCpuUsage();
}
