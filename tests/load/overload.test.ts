import { Problem } from '@assay/contracts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { geteuid } from 'node:process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { startService, type Service } from '../support/start-service.ts';

/** How long the overload lasts; CI makes it a minute. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 10);
/** How much further behind in line for a processor. */
const BEHIND = 10;
/** A model that costs next to nothing itself: the service is to be what is too slow. */
const MODEL = fileURLToPath(new URL('../../bench/endpoint.ts', import.meta.url));
const BODY = JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] });

interface Tally {
  answered: number;
  refused: number;
  readonly faults: string[];
}

function createCaller(service: Service): { send: () => Promise<void>; tally: Tally } {
  const dispatcher = new Agent();
  const tally: Tally = { answered: 0, refused: 0, faults: [] };
  return {
    tally,
    async send() {
      const headers = { 'x-model-id': 'sim/echo' };
      const options = { dispatcher, method: 'POST', headers, body: BODY } as const;
      const { statusCode, headers: got, body } = await request(service.url, options);
      const said = await body.text();
      if (statusCode === 200) tally.answered += 1;
      else if (isRefusal(statusCode, got['retry-after'], said)) tally.refused += 1;
      else tally.faults.push(`${statusCode} ${said}`);
    },
  };
}

function isRefusal(status: number, retryAfter: unknown, body: string): boolean {
  if ((status !== 429 && status !== 503) || !/^\d+$/.test(String(retryAfter))) return false;
  return Problem.safeParse(JSON.parse(body)).success;
}

/** Answers a second with enough callers, who each wait for theirs. */
async function measurePeak(service: Service): Promise<number> {
  const { send, tally } = createCaller(service);
  const play = async (seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) await send();
    };
    await Promise.all(Array.from({ length: 96 }, lane));
  };
  await play(3); // warm
  const before = tally.answered;
  await play(4);
  return (tally.answered - before) / 4;
}

/** So many requests a second, whether they are answered or not. */
async function sendAtRate(send: () => Promise<void>, rate: number): Promise<void> {
  const started = performance.now();
  const sent: Promise<void>[] = [];
  for (;;) {
    const elapsed = (performance.now() - started) / 1000;
    if (elapsed >= SECONDS) break;
    while (sent.length < elapsed * rate) sent.push(send());
    await wait(2);
  }
  await Promise.all(sent);
}

describe('three times more than it can do', () => {
  it(`is refused with Retry-After for ${SECONDS} s, while the rest is answered and /livez is quick`, async (t) => {
    const model = spawn(process.execPath, [MODEL, '20'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = (await once(model.stdout, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${port.toString().trim()}/v1`;
    await using agent = await startService('agent', { HUB_BASE_URL: url });
    const peak = await measurePeak(agent);

    const file = fileURLToPath(new URL('probe.ts', import.meta.url));
    const probe = spawn(process.execPath, [file, agent.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const report = text(probe.stdout);
    // Callers and models have machines of their own: here they get what the service leaves them.
    for (const pid of [process.pid, model.pid]) setPriority(pid ?? 0, BEHIND);
    if (geteuid?.() === 0) setPriority(probe.pid ?? 0, -BEHIND);
    const { send, tally } = createCaller(agent);
    await sendAtRate(send, 3 * peak);
    probe.kill('SIGTERM');
    await once(probe, 'exit');
    model.kill();
    const livez = JSON.parse(await report) as { p95: number };

    const goodput = tally.answered / SECONDS / peak;
    t.diagnostic(JSON.stringify({ peak, goodput, ...tally, livez }));
    assert.deepEqual(tally.faults, []);
    assert.ok(tally.refused > tally.answered, 'the excess is refused');
    assert.ok(goodput >= 0.6, `goodput ${goodput}`); // the callers take processor time of their own
    assert.ok(livez.p95 < 100, `livez took ${livez.p95} ms`);
  });
});
