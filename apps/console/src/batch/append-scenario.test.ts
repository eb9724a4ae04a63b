import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendScenario } from './append-scenario.ts';
import { readBatch } from './read-batch.ts';

const SCENARIO = {
  name: 'chat',
  interactions: [{ user_message: 'Hi', reference_reply: 'Hello' }],
};

test('appendScenario adds a scenario to an existing batch of any shape', () => {
  const one = { name: 'one', interactions: [{ user_message: 'a', reference_reply: 'b' }] };
  for (const there of [{ test_batch: one, weights: { reply: 1 } }, [one], one]) {
    const { scenarios } = readBatch(appendScenario(JSON.stringify(there), SCENARIO));
    assert.deepEqual(
      scenarios.map(({ name }) => name),
      ['one', 'chat'],
    );
  }
  const kept = appendScenario(JSON.stringify({ test_batch: one, weights: { reply: 1 } }), SCENARIO);
  assert.deepEqual(readBatch(kept).request?.['weights'], { reply: 1 });
});

test('appendScenario starts a new batch if there is none', () => {
  for (const text of ['', 'not json', '{}']) {
    const { findings, scenarios } = readBatch(appendScenario(text, SCENARIO));
    assert.deepEqual([findings, scenarios], [[], [{ name: 'chat', turns: 1, isSimulated: false }]]);
  }
});
