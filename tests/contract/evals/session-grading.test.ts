import assert from 'node:assert/strict';
import { it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { gradingPrompts, isLabelling, startJudge } from '../../support/data/judged-runs.ts';
import { startService } from '../../support/services/start-service.ts';
import { scoreBy, startScorer } from '../../support/stubs/start-scorer.ts';
import { SESSION_TARGET, startSessionApi } from '../../support/stubs/start-session-api.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';

const [FIRST, SECOND] = ['I lost my card.', 'The blue one.'] as const;
const REPLY = 'Your card is blocked (1).';

const SCENARIO = {
  interactions: [FIRST, SECOND].map((user_message) => ({
    user_message,
    reference_reply: 'It is blocked.',
    reference_metadata: { intent: 'block' },
    checks: [{ text: 'Says that the card is blocked' }],
  })),
};

it('judge, judged checks, annotator and own scorers see the earlier turns that the endpoint keeps in its session', async () => {
  await using endpoint = await startSessionApi();
  await using judge = await startJudge((prompt) => verdictFor(prompt, 'C'));
  await using scorer = await startScorer(scoreBy(() => 1));
  await using evals = await startService('evals', {
    JUDGE_MODEL: 'stub/judge',
    JUDGE_BASE_URL: judge.url,
    SCORERS: scorer.register('tone'),
  });
  await evaluate(evals, {
    endpoint: endpoint.url,
    target: SESSION_TARGET,
    test_batch: SCENARIO,
    scorers: ['judge', 'metadata', 'tone'],
  });
  const ofSecond = gradingPrompts(judge).filter(({ user }) => user.includes(SECOND));
  const kinds = new Set(
    ofSecond.map((prompt) => {
      if (isLabelling(prompt)) return 'annotation';
      return prompt.user.includes('Says that the card is blocked') ? 'checks' : 'judge';
    }),
  );
  assert.deepEqual([...kinds].toSorted(), ['annotation', 'checks', 'judge']);
  for (const { user } of ofSecond) {
    assert.ok(user.includes(FIRST) && user.split(REPLY).length > 2, user);
  }
  const turns = scorer.calls.flat();
  assert.deepEqual(
    turns.find(({ id }) => id === '0/0/1')?.conversation.map(({ content }) => content),
    [FIRST, REPLY, SECOND],
  );
});
