import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../support/calls/evaluate.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { readEvents, type RunEvent } from '../support/calls/read-events.ts';
import { act, createBatch, refusal, startRun } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { delay } from '../support/stubs/delay.ts';
import { startStub, type Stub } from '../support/stubs/start-stub.ts';

const READERS = 200;

describe('the events of a run', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub(async (_, response) => {
      await delay(5); // so that events arrive one by one
      response.end('fine');
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  /** Asserts that there is no gap from start to end, and that every turn is reported once. */
  function assertWhole(events: readonly RunEvent[], turns: number): void {
    assert.deepEqual(
      events.map(({ id }) => id),
      events.map((_, n) => n + 1),
    );
    assert.equal(events[0]?.event, 'run-started');
    const last = events.at(-1);
    assert.equal(last?.event, 'run-finished');
    assert.equal(last.data['finished'], turns);
    const told = events.flatMap(({ data }) => (data['turns'] ?? []) as readonly number[][]);
    assert.equal(told.length, turns);
    assert.equal(new Set(told.map((turn) => turn.slice(0, 3).join('/'))).size, turns);
  }

  it('have no gap from run-started to run-finished, and then the stream ends', async () => {
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 10, test_batch: createBatch(2, 3) };
    const { run_id } = await startRun(evals, changes);
    assertWhole(await readEvents(evals, run_id), 60);
  });

  it('are complete for a reader that connects after the end, from any event', async () => {
    const { run_id } = await evaluate(evals, { endpoint: `${endpoint.url}/v1`, attempts: 20 });
    const all = await readEvents(evals, run_id);
    assertWhole(all, 20);
    for (const seen of [1, 2, all.length - 1, all.length]) {
      assert.deepEqual(await readEvents(evals, run_id, { after: seen }), all.slice(seen));
    }
  });

  it('are sent from the start to a reader whose last id is unknown', async () => {
    const { run_id } = await evaluate(evals, { endpoint: `${endpoint.url}/v1` });
    const all = await readEvents(evals, run_id);
    for (const seen of [all.length + 1, 999_999_999, -1, Number.NaN]) {
      assert.deepEqual(await readEvents(evals, run_id, { after: seen }), all);
    }
  });

  it('continue after a retry with the same numbering', async () => {
    const { run_id } = await evaluate(evals, { endpoint: 'http://127.0.0.1:1/', attempts: 2 });
    const { length } = await readEvents(evals, run_id);
    await act(evals, run_id, 'retry');
    const rest = await readEvents(evals, run_id, { after: length });
    assert.equal(rest[0]?.event, 'run-retried');
    assert.equal(rest.at(-1)?.event, 'run-finished');
    const all = await readEvents(evals, run_id);
    assert.deepEqual(all.slice(length), rest);
    assert.deepEqual(
      all.map(({ id }) => id),
      all.map((_, n) => n + 1),
    );
  });

  it('end when the service shuts down, so that its readers reconnect to another', async () => {
    const release = Promise.withResolvers<void>();
    await using slow = await startStub(async (_, response) => {
      await release.promise;
      response.end('late');
    });
    await using database = await freshDatabase();
    await using ending = await startService('evals', { DATABASE_URL: database.url });
    const { run_id } = await startRun(ending, { endpoint: `${slow.url}/v1`, attempts: 2 });
    const started = Promise.withResolvers<void>();
    const reading = readEvents(ending, run_id, { onEvent: () => started.resolve() });
    await started.promise;
    const exited = once(ending.process, 'exit');
    ending.process.kill('SIGTERM');
    const seen = await reading;
    assert.deepEqual(
      seen.map(({ event }) => event),
      ['run-started'],
    );
    release.resolve();
    await exited;
    await using other = await startService('evals', { DATABASE_URL: database.url });
    const rest = await readEvents(other, run_id, { after: 1 });
    assertWhole([...seen, ...rest], 2);
  });

  it('are 404 for an unknown run', async () => {
    const path = '/runs/01a1dcd3-b938-70ec-9762-1d939ad9c69d/events';
    assert.deepEqual(await refusal(evals, path), [404, 'run_not_found']);
  });

  it(`are the same for ${READERS} readers that keep losing their connections`, async () => {
    const random = createRandom(7);
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 40, test_batch: createBatch(2, 2) };
    const { run_id } = await startRun(evals, { ...changes, concurrency: 4 });

    async function readInPieces(): Promise<readonly RunEvent[]> {
      const events: RunEvent[] = [];
      while (events.at(-1)?.event !== 'run-finished') {
        const maxEvents = 1 + Math.floor(random() * 60);
        const seen = events.at(-1)?.id;
        const reading = seen === undefined ? { maxEvents } : { maxEvents, after: seen };
        events.push(...(await readEvents(evals, run_id, reading)));
      }
      return events;
    }

    const all = await Promise.all(Array.from({ length: READERS }, readInPieces));
    const expected = await readEvents(evals, run_id);
    assertWhole(expected, 160);
    for (const events of all) assert.deepEqual(events, expected);
  });
});

/** A seeded generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
