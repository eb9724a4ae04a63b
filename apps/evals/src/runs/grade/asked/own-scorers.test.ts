import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  exampleGraded,
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
} from '../../../testing/example-rows.ts';
import { NO_JUDGEMENTS } from './judgement-store.ts';
import { ownScorers } from './own-scorers.ts';

it('own scorers are not called for the replies to a simulated user', async () => {
  const user = { goal: 'Block the card', facts: {}, max_turns: 3 };
  const planned = { names: ['tone'], sinceRevision: 1 };
  const scenario = exampleScenario({ interactions: [], user });
  const plan = examplePlan({
    scenarios: [scenario],
    grading: { sinceRevision: 1, ownScorers: planned },
  });
  const run = exampleRun({ plan });
  const grader = ownScorers({
    tx: { executeSql: () => Promise.resolve({ rows: [] }) },
    run,
    claim: { runId: run.id, epoch: 1, revision: 1 },
    planned,
    callers: new Map([['tone', () => assert.fail('the scorer was called')]]),
  });
  const turn = exampleGraded({ runId: run.id, userMessage: 'Block it', revision: 0 });
  const subject = { turn, before: [], scenario, interaction: exampleInteraction() };
  const { signal } = new AbortController();
  const page = { subjects: [subject], known: NO_JUDGEMENTS, signal };
  assert.deepEqual(await grader.grade(subject, page), { details: {}, flags: [] });
});
