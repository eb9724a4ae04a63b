import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBatch, startRun, untilOver } from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

/** The model takes this long, so that a turn mostly waits, also on a busy machine. */
const LATENCY_MS = 200;
/** On an idle machine the turns of others take 2 to 15 % longer; graded on the thread of the requests, several times as long. */
const MAX_DELAY = 2;
/** A guard: graded on the thread of the requests, each of these replies held up /livez for seconds. */
const MAX_LIVEZ_MS = 1000;

const LONG_REPLY = 'word other thing '.repeat(6000);

/**
 * The model repeats the message. A long reply in a scenario with this many labelled references takes seconds of processor
 * time: it is compared with each of them.
 */
const HOSTILE = {
  interactions: Array.from({ length: 2500 }, (_, at) => ({
    user_message: at < 10 ? LONG_REPLY : 'Go on.',
    reference_reply: `${at} ${'word other thing '.repeat(200)}${at}`,
    reference_metadata: { topic: `topic ${at}` },
  })),
};

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

it('a reply that takes seconds to grade delays neither the turns of another run nor /livez', async (t) => {
  await using database = await freshDatabase();
  await using simulator = await startService('simulator', {
    SIMULATOR_LATENCY_MS: String(LATENCY_MS),
  });
  await using api = await startService('evals', {
    DATABASE_URL: database.url,
    MAX_INTERACTIONS: String(HOSTILE.interactions.length),
  });
  const target = { endpoint: `${simulator.url}/v1`, model_id: 'sim/echo' };

  /** The time until the turns of a run are stored, and the longest answer of /livez meanwhile. */
  async function playOther(): Promise<Times> {
    const start = performance.now();
    const batch = { attempts: 20, concurrency: 5, test_batch: createBatch(1, 4) };
    const run = await startRun(api, { ...target, ...batch });
    const livez: number[] = [];
    await until('its turns are stored', async () => {
      const asked = performance.now();
      await (await fetch(`${api.url}/livez`)).text();
      livez.push(performance.now() - asked);
      const { turns } = (await (await fetch(`${api.url}/runs/${run.run_id}`)).json()) as {
        readonly turns: { readonly finished: number; readonly total: number };
      };
      return turns.finished === turns.total;
    });
    const turnsMs = performance.now() - start;
    await untilOver(api, run.run_id);
    return { turnsMs, livezMs: Math.max(...livez) };
  }

  await playOther(); // the first run starts the thread and fills the caches
  const alone = await best(playOther);
  const hostile = await startRun(api, {
    ...target,
    attempts: 1,
    history: 'none',
    test_batch: [HOSTILE],
  });
  const beside = await best(playOther);
  const found = JSON.stringify({ alone, beside });
  t.diagnostic(found);
  await fetch(`${api.url}/runs/${hostile.run_id}/cancel`, { method: 'POST' });
  assert.ok(beside.turnsMs <= alone.turnsMs * MAX_DELAY, found);
  assert.ok(beside.livezMs < MAX_LIVEZ_MS, found);
});
