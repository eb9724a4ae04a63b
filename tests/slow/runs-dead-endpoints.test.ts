import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../support/calls/evaluate.ts';
import { createBatch } from '../support/calls/run-api.ts';
import { startBlackHole } from '../support/stubs/start-black-hole.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { startStub } from '../support/stubs/start-stub.ts';

const SHAPES = { 'one attempt of 1,000 turns': [1, 1000], '250 attempts of 4': [250, 4] } as const;
/** At most five turns are tried until the endpoint is given up, and eight are in flight then. */
const MAX_TRIED = 5 + 8;

describe('a dead endpoint in a run of a thousand turns', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals', { MAX_ATTEMPTS: '250' });
  });
  after(() => evals[Symbol.asyncDispose]());

  /** Plays a run, and asserts that its turns failed but few were tried: trying all takes minutes. */
  async function assertGivenUp(
    url: string,
    [attempts, turns]: readonly [number, number],
  ): Promise<void> {
    const { message, results } = await evaluate(evals, {
      endpoint: url,
      attempts,
      test_batch: createBatch(1, turns),
    });
    const total = attempts * turns;
    assert.equal(message, `Evaluation completed: ${total} of ${total} requests failed`);
    const failed = (results.scenarios[0]?.attempts ?? []).flatMap((one) => one.interactions);
    const tried = failed.filter(({ error }) => error?.kind !== 'circuit_open').length;
    assert.ok(tried >= 1 && tried <= MAX_TRIED, `${tried} were tried`);
  }

  for (const [what, shape] of Object.entries(SHAPES)) {
    it(`is given up after a few turns if it refuses connections: ${what}`, async () => {
      const gone = await startStub(() => undefined);
      await gone[Symbol.asyncDispose]();
      await assertGivenUp(gone.url, shape);
    });

    it(`is given up after a few turns if its name does not resolve: ${what}`, async () => {
      await assertGivenUp('http://missing.invalid/v1', shape);
    });

    it(`is given up after a few turns if it accepts no connection: ${what}`, async () => {
      await using hole = await startBlackHole();
      await assertGivenUp(hole.url, shape);
    });
  }
});
