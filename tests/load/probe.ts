/** Asks a service every 50 ms whether it lives, from a process of its own; on SIGTERM tells how long it took. */
import { Agent, get } from 'node:http';

const [url = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const times: number[] = [];

setInterval(() => {
  const asked = performance.now();
  get(`${url}/livez`, { agent }, (response) => {
    response.resume().once('end', () => times.push(performance.now() - asked));
  }).on('error', () => times.push(Infinity));
}, 50);

process.once('SIGTERM', () => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Infinity;
  process.stdout.write(
    JSON.stringify({
      asked: sorted.length,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      max: at(1),
    }),
  );
  process.exit(0);
});
