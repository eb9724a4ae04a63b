/**
 * Calls `/livez` of a service every 50 ms from a separate process, and prints the latencies on SIGTERM. Arguments: the
 * URL and the process id of the service.
 */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

const [url = '', pid = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const times: number[] = [];
const cpuTimes: number[] = [];

/** Processor time of the service's main thread so far. */
function cpuMs(): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

setInterval(() => {
  const asked = performance.now();
  const cpu = cpuMs();
  get(`${url}/livez`, { agent }, (response) => {
    response.resume().once('end', () => {
      times.push(performance.now() - asked);
      cpuTimes.push(cpuMs() - cpu);
    });
  }).on('error', () => times.push(Infinity));
}, 50);

function describe(values: readonly number[]): object {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Infinity;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

process.once('SIGTERM', () => {
  const report = { asked: times.length, ...describe(times), cpu: describe(cpuTimes) };
  process.stdout.write(JSON.stringify(report));
  process.exit(0);
});
