import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleTurn,
} from '../../../testing/example-rows.ts';
import { scoreReplies } from './score-replies.ts';

it('own scorers are not called for the replies to a simulated user', async () => {
  const user = { goal: 'Block the card', facts: {}, max_turns: 3 };
  const ownScorers = { names: ['tone'], sinceRevision: 1 };
  const scenarios = [exampleScenario({ interactions: [], user })];
  const plan = examplePlan({ scenarios, grading: { sinceRevision: 1, ownScorers } });
  const run = exampleRun({ plan });
  const score = scoreReplies({
    tx: { executeSql: () => Promise.resolve({ rows: [] }) },
    run,
    claim: { runId: run.id, epoch: 1, revision: 1 },
    callers: new Map([['tone', () => assert.fail('the scorer was called')]]),
  });
  const turn = { ...exampleTurn({ runId: run.id, userMessage: 'Block it' }), revision: 0 };
  const scored = await score([{ turn, before: [] }], new AbortController().signal);
  assert.equal(scored.get(turn), undefined);
});
