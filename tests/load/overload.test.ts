import { Problem } from '@assay/contracts';
import { freePort } from '@assay/postgres';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { nodeFlags } from '../../scripts/node-flags.ts';

/** How long the overload lasts; CI makes it a minute. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 10);
/** A model that costs next to nothing itself: the service is to be what is too slow. */
const MODEL = fileURLToPath(new URL('../../bench/endpoint.ts', import.meta.url));
const AGENT = fileURLToPath(new URL('../../apps/agent/src/main.ts', import.meta.url));
const BODY = JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] });

interface Target extends AsyncDisposable {
  readonly url: string;
}

interface Counts {
  answered: number;
  refused: number;
  readonly faults: string[];
}

function createCaller(service: Target): { send: () => Promise<void>; counts: Counts } {
  const dispatcher = new Agent();
  const counts: Counts = { answered: 0, refused: 0, faults: [] };
  return {
    counts,
    async send() {
      const headers = { 'x-model-id': 'sim/echo' };
      const options = { dispatcher, method: 'POST', headers, body: BODY } as const;
      const { statusCode, headers: got, body } = await request(service.url, options);
      const said = await body.text();
      if (statusCode === 200) counts.answered += 1;
      else if (isRefusal(statusCode, got['retry-after'], said)) counts.refused += 1;
      else counts.faults.push(`${statusCode} ${said}`);
    },
  };
}

function isRefusal(status: number, retryAfter: unknown, body: string): boolean {
  if ((status !== 429 && status !== 503) || !/^\d+$/.test(String(retryAfter))) return false;
  return Problem.safeParse(JSON.parse(body)).success;
}

/** Answers a second with enough callers, who each wait for theirs. */
async function measurePeak(service: Target): Promise<number> {
  const { send, counts } = createCaller(service);
  const play = async (seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) await send();
    };
    await Promise.all(Array.from({ length: 96 }, lane));
  };
  await play(3); // warm
  const before = counts.answered;
  await play(4);
  return (counts.answered - before) / 4;
}

/** So many requests a second, whether they are answered or not. */
async function sendAtRate(
  send: () => Promise<void>,
  rate: number,
  onFault: (thrown: unknown) => void,
): Promise<void> {
  const started = performance.now();
  const sent: Promise<void>[] = [];
  for (;;) {
    const elapsed = (performance.now() - started) / 1000;
    if (elapsed >= SECONDS) break;
    while (sent.length < elapsed * rate) sent.push(send().catch(onFault));
    await wait(2);
  }
  await Promise.all(sent);
}

/** An agent without a log: its reader would be as busy as we are, and hold it up. */
async function startQuietly(env: Readonly<Record<string, string>>): Promise<Target> {
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeFlags('agent'), AGENT], {
    env: { PATH: process.env['PATH'], AGENT_PORT: String(port), LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(`${url}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await wait(50);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

describe('three times more than it can do', () => {
  it(`is refused with Retry-After for ${SECONDS} s, while the rest is answered and /livez is quick`, async (t) => {
    const model = spawn(process.execPath, [MODEL, '20'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = (await once(model.stdout, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${port.toString().trim()}/v1`;
    await using agent = await startQuietly({ HUB_BASE_URL: url });
    const peak = await measurePeak(agent);

    const file = fileURLToPath(new URL('probe.ts', import.meta.url));
    const probe = spawn(process.execPath, [file, agent.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const report = text(probe.stdout);
    const { send, counts } = createCaller(agent);
    await sendAtRate(send, 3 * peak, (thrown) => counts.faults.push(String(thrown)));
    probe.kill('SIGTERM');
    await once(probe, 'exit');
    model.kill();
    const livez = JSON.parse(await report) as { p95: number };

    const goodput = counts.answered / SECONDS / peak;
    const faults = counts.faults.slice(0, 3);
    t.diagnostic(JSON.stringify({ peak, goodput, ...counts, faults, livez }));
    assert.deepEqual(counts.faults, []);
    assert.ok(counts.refused > counts.answered, 'the excess is refused');
    assert.ok(goodput >= 0.6, `goodput ${goodput}`); // the callers take processor time of their own
    assert.ok(livez.p95 < 100, `livez took ${livez.p95} ms`);
  });
});
