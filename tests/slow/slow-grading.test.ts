import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBatch, startRun, untilOver } from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { startStub } from '../support/stubs/start-stub.ts';

/** The endpoint takes this long, so that a turn mostly waits. */
const LATENCY_MS = 50;
/** The time of the turns of others may grow by a fifth. */
const MAX_DELAY = 1.2;

/**
 * A reply in a scenario with this many labelled references takes seconds of processor time: it is compared with each of
 * them.
 */
const HOSTILE = {
  interactions: Array.from({ length: 2500 }, (_, at) => ({
    user_message: 'Go on.',
    reference_reply: `${at} ${'word other thing '.repeat(200)}${at}`,
    reference_metadata: { topic: `topic ${at}` },
  })),
};
const LONG_REPLY = 'word other thing '.repeat(6000);

interface Times {
  readonly turnsMs: number;
  readonly livezMs: number;
}

/** The better of two rounds, because other programs use the machine too. */
async function best(play: () => Promise<Times>): Promise<Times> {
  const [one, other] = [await play(), await play()];
  return {
    turnsMs: Math.min(one.turnsMs, other.turnsMs),
    livezMs: Math.min(one.livezMs, other.livezMs),
  };
}

/** Milliseconds of the slowest answer of /livez in a hundred, while `work` goes on. */
async function watchLiveness(api: Service, work: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  void work.finally(() => over.abort());
  const times: number[] = [];
  while (!over.signal.aborted) {
    const start = performance.now();
    await (await fetch(`${api.url}/livez`)).text();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? assert.fail();
}

it('a reply that takes seconds to grade delays neither the turns of another run nor /livez', async (t) => {
  await using database = await freshDatabase();
  await using endpoint = await startStub(({ body }, response) => {
    const { model } = body as { readonly model: string };
    const content = model === 'hostile' ? LONG_REPLY : 'fine';
    const answer = JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });
    setTimeout(() => response.end(answer), LATENCY_MS);
  });
  await using api = await startService('evals', {
    DATABASE_URL: database.url,
    MAX_INTERACTIONS: '2500',
  });

  /** The time until the turns of a run are stored, and that of /livez meanwhile. */
  async function playOther(): Promise<Times> {
    const start = performance.now();
    const run = await startRun(api, {
      endpoint: `${endpoint.url}/v1`,
      model_id: 'usual',
      attempts: 20,
      concurrency: 4,
      test_batch: createBatch(1, 4),
    });
    let turnsMs = 0;
    const played = until('its turns are stored', async () => {
      const view = (await (await fetch(`${api.url}/runs/${run.run_id}`)).json()) as {
        readonly turns: { readonly finished: number; readonly total: number };
      };
      turnsMs = performance.now() - start;
      return view.turns.finished === view.turns.total;
    });
    const livezMs = await watchLiveness(api, played);
    await played;
    await untilOver(api, run.run_id);
    return { turnsMs, livezMs };
  }

  await playOther(); // the first run starts the thread and fills the caches
  const alone = await best(playOther);
  const { run_id: hostile } = await startRun(api, {
    endpoint: `${endpoint.url}/v1`,
    model_id: 'hostile',
    attempts: 1,
    test_batch: [HOSTILE],
  });
  const isAsked = (): boolean =>
    endpoint.requests.some(({ body }) => (body as { model?: string }).model === 'hostile');
  await until('the hostile run has a reply', isAsked);
  const beside = await best(playOther);
  t.diagnostic(JSON.stringify({ alone, beside }));
  await fetch(`${api.url}/runs/${hostile}/cancel`, { method: 'POST' });
  assert.ok(beside.turnsMs <= alone.turnsMs * MAX_DELAY, JSON.stringify({ alone, beside }));
  assert.ok(beside.livezMs < 10 * Math.max(alone.livezMs, 20), JSON.stringify({ alone, beside }));
});
