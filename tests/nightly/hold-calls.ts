/** Keeps 2,500 calls to a simulator in flight until 10,000 are answered, and prints the resources used. */
import { createEgress, noCredentials } from '@fairtrial/egress';
import { createEndpoint } from '@fairtrial/models';

const IN_FLIGHT = 2500;
const CALLS = 10_000;

const [url = ''] = process.argv.slice(2);
const egress = createEgress({ mode: 'local', allowedOrigins: [] });
const limits = { credentials: noCredentials, deadlineMs: 60_000, retries: 0 };
const endpoint = createEndpoint({ egress, ...limits, url, protocol: 'auto' });
const { signal } = new AbortController();
let next = 0;
let failed = 0;
let most = 0;

async function lane(): Promise<void> {
  while (next < CALLS) {
    const text = `message ${next}`;
    next += 1;
    const outcome = await endpoint.call({
      model: 'sim/echo',
      messages: [{ role: 'user', content: text }],
      parameters: {},
      headers: { 'idempotency-key': text },
      signal,
    });
    if (outcome.state === 'failed' || outcome.text !== text) failed += 1;
    most = Math.max(most, process.memoryUsage.rss());
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
const seconds = (performance.now() - started) / 1000;
await egress.close();
const megabytes = Math.round(most / 1024 / 1024);
process.stdout.write(JSON.stringify({ calls: CALLS, failed, megabytes, seconds }));
