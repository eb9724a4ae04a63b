/**
 * Ends the processes of a benchmark when the benchmark is gone, even if it was killed: the system then closes this
 * process's standard input. A line is `<process id> <signal>`, or only the id once that process has ended.
 */
import { createInterface } from 'node:readline';

const signals = new Map<number, string>();

for await (const line of createInterface({ input: process.stdin })) {
  const [pid, signal] = line.split(' ');
  if (signal === undefined) signals.delete(Number(pid));
  else signals.set(Number(pid), signal);
}
for (const [pid, signal] of signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
