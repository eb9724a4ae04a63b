import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createJudgePanel } from './judge-panel.ts';
import type { Judge, Judgement, JudgeQuestion } from './judge.ts';
import { CHOICES, JUDGE_SCORES } from './judge.ts';
import { sampleJudge, type SampledJudgement } from './judge-panel.ts';

const QUESTION: JudgeQuestion = { conversation: [], userMessage: '', reference: '', reply: '' };
const { signal } = new AbortController();

/** A letter is a verdict, `!` a judge that followed instructions in the text, anything else a failure. */
function judgement(said: string): Judgement {
  const stats = {
    model: 'm',
    outputMode: 'json_schema',
    answers: 1,
    usage: undefined,
    latencyMs: 1,
  } as const;
  const choice = CHOICES.find((one) => one === said);
  if (choice === undefined) {
    const kind = said === '!' ? 'untrusted' : 'unreadable';
    return { state: 'judge_failed', failure: { kind, message: said }, ...stats };
  }
  const score = JUDGE_SCORES[choice];
  return { state: 'judged', choice, score, mapping: JUDGE_SCORES, reason: '', ...stats };
}

/** Returns one verdict per call, in order. */
function judgeWho(says: string): Judge {
  const left = Array.from(says);
  return () => Promise.resolve(judgement(left.shift() ?? 'asked too often'));
}

const sample = (says: string, count: 1 | 3 = 3): Promise<SampledJudgement> =>
  sampleJudge(judgeWho(says), count)(QUESTION, signal);

describe('sampleJudge', () => {
  it('sampleJudge takes one sample by default', async () => {
    const one = await sampleJudge(judgeWho('F'))(QUESTION, signal);
    assert.ok(one.state === 'judged');
    assert.deepEqual(
      [one.choice, one.score, one.mean, one.spread, one.samples.length],
      ['F', 0.3, 0.3, 0, 1],
    );
    assert.deepEqual(one.mapping, { A: 0.5, B: 1, C: 1, D: 0, E: 1, F: 0.3 });
  });

  it('sampleJudge takes three samples if they agree on the score, otherwise five', async () => {
    for (const [says, count, choice, score, mean, spread] of [
      ['CCC', 3, 'C', 1, 1, 0],
      ['CEC', 3, 'C', 1, 1, 0],
      ['CCDCC', 5, 'C', 1, 0.8, 1],
      ['CDADD', 5, 'D', 0, 0.3, 1],
      ['CDCDA', 5, 'D', 0.5, 0.5, 1],
      ['FAF?F', 5, 'F', 0.3, 0.35, 0.2],
    ] as const) {
      const all = await sample(says);
      assert.ok(all.state === 'judged', says);
      assert.equal(all.samples.length, count, says);
      assert.deepEqual([all.choice, all.score], [choice, score], says);
      assert.ok(Math.abs(all.mean - mean) < 1e-9, says);
      assert.ok(Math.abs(all.spread - spread) < 1e-9, says);
    }
  });

  it('sampleJudge gives no score if half of the samples failed or one followed the text', async () => {
    for (const says of ['?', 'C??', '???', 'CDA!C', 'CC!', 'CD??D']) {
      const all = await sample(says, says.length === 1 ? 1 : 3);
      const expected = says === 'CD??D' ? 'judged' : 'judge_failed';
      assert.equal(all.state, expected, says);
    }
  });
});

describe('createJudgePanel', () => {
  const askPanel = (...says: readonly [string, ...string[]]) => {
    const [first, ...others] = says;
    const member = (one: string) => sampleJudge(judgeWho(one));
    return createJudgePanel([member(first), ...others.map(member)])(QUESTION, signal);
  };

  it('a panel returns the mean, every judgement and the disagreement', async () => {
    const panel = await askPanel('C', 'A');
    assert.ok(panel.state === 'judged');
    assert.deepEqual([panel.score, panel.disagreement, panel.judges.length], [0.75, 0.5, 2]);
  });

  it('a panel gives no score if one judge failed, and names that judge', async () => {
    const panel = await askPanel('C', 'A', '?');
    assert.ok(panel.state === 'judge_failed');
    assert.deepEqual(panel.failedJudges, ['m']);
    assert.equal(panel.failure.kind, 'unreadable');
    assert.deepEqual(
      panel.judges.map((one) => (one.state === 'judged' ? one.score : one.failure.kind)),
      [1, 0.5, 'unreadable'],
    );
  });

  it('a panel gives no score if all judges failed', async () => {
    const panel = await askPanel('?', '!');
    assert.equal(panel.state, 'judge_failed');
  });
});
