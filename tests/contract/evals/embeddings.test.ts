import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../../support/calls/evaluate.ts';
import { cardScenario, REFERENCE, startEchoEndpoint } from '../../support/data/judged-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

describe('semantic_similarity', () => {
  let echo: Stub;
  before(async () => {
    echo = await startEchoEndpoint();
  });
  after(() => echo[Symbol.asyncDispose]());

  const run = (evals: Service, replies: readonly string[], changes: object = {}) =>
    evaluate(evals, {
      endpoint: `${echo.url}/v1`,
      test_batch: cardScenario(...replies),
      history: 'none',
      ...changes,
    });

  async function callsTo(simulator: Service): Promise<number> {
    const ledger = await (await fetch(`${simulator.url}/ledger`)).text();
    return ledger.split('\n').filter((line) => line.includes('sim/embed')).length;
  }

  it('is half of the reply score, and no text is embedded twice', async () => {
    await using simulator = await startService('simulator');
    await using evals = await startService('evals', {
      EMBEDDINGS_MODEL: 'sim/embed',
      EMBEDDINGS_BASE_URL: simulator.url,
      EMBEDDINGS_FLOOR: '0',
    });
    const replies = [REFERENCE, 'Your card is blocked.', 'fail', ''];
    const answer = await run(evals, replies, { attempts: 3 });
    const [same, near, failed] = listTurns(answer);
    assert.ok(same && near && failed);
    assert.deepEqual([same.scores['semantic_similarity'], same.scores['reply']], [1, 1]);
    const { semantic_similarity: semantic, token_f1: words, reply } = near.scores;
    assert.ok(semantic && words && reply && semantic > 0.3 && semantic < 1);
    assert.ok(reply <= (semantic + words) / 2 + 1e-4);
    assert.deepEqual(
      [failed.outcome, failed.scores['semantic_similarity']],
      ['endpoint_failed', null],
    );
    const asked = await callsTo(simulator);
    assert.ok(asked >= 1 && asked <= 3, String(asked));
    const again = await run(evals, replies.toReversed(), { attempts: 3 });
    assert.equal(await callsTo(simulator), asked);
    assert.deepEqual(again.stats['semantic_similarity'], answer.stats['semantic_similarity']);
    const without = await run(evals, ['new text'], { scorers: ['token_f1', 'reply'] });
    assert.equal(listTurns(without)[0]?.scores['semantic_similarity'], undefined);
    assert.equal(await callsTo(simulator), asked);
  });

  it('is null if it is unavailable, and so are the scores that depend on it', async () => {
    await using broken = await startStub((_, response) =>
      sendJson(response, { data: [{ embedding: [1, 2] }] }),
    );
    await using evals = await startService('evals', {
      EMBEDDINGS_MODEL: 'm',
      EMBEDDINGS_BASE_URL: broken.url,
    });
    const answer = await run(evals, [REFERENCE, 'Hello']);
    for (const { scores, flags } of listTurns(answer)) {
      assert.deepEqual([scores['semantic_similarity'], scores['reply']], [null, null]);
      assert.ok(flags.includes('embedding_failed'));
    }
    assert.equal(answer.stats['overall'], undefined);
  });
});
