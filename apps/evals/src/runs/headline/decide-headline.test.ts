import { HeadlineResult, type GateFinding, type GateVerdict } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareGrids, type ScoreGrid } from '../../testing/example-aggregates.ts';
import type { SideCounts } from './count-side.ts';
import { decideHeadline, type HeadlineInput } from './decide-headline.ts';
import type { DecidingComparison } from './describe-change.ts';
import { NONE_MISREAD } from '../summary/count-problems.ts';

function side(changes: Partial<SideCounts> = {}): SideCounts {
  return {
    name: 'the run',
    state: 'completed',
    turns: { planned: 20, finished: 20, failed: 0 },
    misread: NONE_MISREAD,
    judged: undefined,
    ...changes,
  };
}

/** A side with failed requests, some of them because replies could not be read. */
function failing(failed: number, misread: number, proposedReply?: string): SideCounts {
  return side({
    turns: { planned: 20, finished: 20, failed },
    misread: { ...NONE_MISREAD, turns: misread, proposedReply },
    judged: UNJUDGED,
  });
}

const UNJUDGED = { asked: 20, failed: 20 };
const SILENT_USERS = { conversations: 20, spoiled: 0, failed: 2 };

function gates(...findings: readonly (readonly [string, GateFinding['verdict']])[]): GateVerdict {
  const all = findings.map(([gate, verdict]) => ({
    gate,
    verdict,
    value: null,
    interval: null,
    limit: null,
    sentence: `${gate} is ${verdict}.`,
  }));
  const worst = (['fail', 'inconclusive'] as const).find((word) =>
    findings.some(([, verdict]) => verdict === word),
  );
  return { verdict: worst ?? 'pass', baseline_run_id: null, gates: all };
}

/** Scores of ten scenarios with little variance; scenarios `from` to `to` are lower by `loss`. */
function grid(loss = 0, [from, to] = [0, 10]): ScoreGrid {
  return Array.from({ length: 10 }, (_, no) =>
    [0, 0.02, -0.02, 0.01, -0.01].map((noise) => [
      0.8 + noise - (no >= from && no < to ? loss : 0),
    ]),
  );
}

function judged(now: ScoreGrid): DecidingComparison {
  return { ...compareGrids(now.length === 0 ? [] : grid(), now), basis: 'judge' };
}

const FAILED_CHECKS = { count: 2, first: 'bank, attempt 1, turn 1: contains, not found' };

/** All problems of a run, in order of precedence. */
const PROBLEMS: readonly (readonly [HeadlineResult, Partial<HeadlineInput>, number])[] = [
  ['service_failed', { sides: [side({ state: 'failed' })] }, 4],
  ['cancelled', { sides: [side({ state: 'cancelled' })] }, 4],
  ['replies_misread', { sides: [failing(20, 11)] }, 3],
  ['user_failed', { sides: [side({ users: SILENT_USERS, judged: UNJUDGED })] }, 3],
  ['requests_failed', { sides: [failing(20, 10)] }, 3],
  ['judge_failed', { sides: [side({ judged: { asked: 20, failed: 2 } })] }, 3],
  [
    'budget_spent',
    { sides: [side({ stoppedBy: 'budget', turns: { planned: 20, finished: 19, failed: 0 } })] },
    4,
  ],
  ['checks_failed', { failedChecks: FAILED_CHECKS, gate: gates(['overall >= 0.8', 'fail']) }, 1],
  [
    'calls_not_reported',
    { unreported: { checks: 100, unreported: 1, cut: 0 }, gate: gates(['overall >= 0.8', 'fail']) },
    3,
  ],
  [
    'gates_failed',
    {
      gate: gates(['no regression', 'fail'], ['overall >= 0.8', 'fail']),
      comparison: judged(grid(0.2)),
    },
    1,
  ],
  ['regressed', { gate: gates(['no regression', 'fail']), comparison: judged(grid(0.2)) }, 1],
  [
    'gates_inconclusive',
    { gate: gates(['no regression', 'pass'], ['overall >= 0.8', 'inconclusive']) },
    1,
  ],
  ['improved', { comparison: judged(grid(-0.15)) }, 0],
  ['same', { comparison: judged(grid()) }, 0],
  ['slightly_worse', { comparison: judged(grid(0.02)) }, 0],
  ['slightly_better', { comparison: judged(grid(-0.02)) }, 0],
  ['passed', {}, 0],
];

function decide(changes: Partial<HeadlineInput>): ReturnType<typeof decideHeadline> {
  return decideHeadline({ sides: [side()], basis: 'judge', ...changes });
}

describe('decideHeadline', () => {
  it('calls_not_reported says if calls are not listed, or more than are stored', () => {
    const why = (unreported: number, cut: number): string =>
      decide({ unreported: { checks: 40, unreported, cut } }).why;
    const all = 'of 40 required tools checks could not be decided';
    const unlisted = `2 ${all}: the replies have no list of tool calls.`;
    const cut = `1 ${all}: the replies have more or longer tool calls than are stored.`;
    assert.equal(why(2, 0), unlisted);
    assert.equal(why(0, 1), cut);
    assert.equal(why(2, 1), `${unlisted} ${cut}`);
    const { next } = decide({ unreported: { checks: 40, unreported: 1, cut: 0 } });
    assert.match(next ?? '', /target\.tool_calls.*parameters\.tools/);
    assert.equal(decide({ unreported: { checks: 40, unreported: 0, cut: 0 } }).result, 'passed');
  });

  for (const [result, changes, exitCode] of PROBLEMS) {
    it(`the headline is ${result} with exit code ${exitCode}`, () => {
      const headline = decide(changes);
      assert.equal(headline.result, result, headline.title);
      assert.equal(headline.exit_code, exitCode);
      assert.equal(headline.status === 'pass', exitCode === 0);
    });
  }

  it('the headline is budget_spent although no turn was played', () => {
    const turns = { planned: 20, finished: 0, failed: 0 };
    const { result, why } = decide({ sides: [side({ stoppedBy: 'budget', turns })] });
    assert.deepEqual([result, why], ['budget_spent', '0 of 20 turns were played.']);
  });

  it('problems that are not about the model take precedence over all others', () => {
    const everything = PROBLEMS.map(([, changes]) => changes).reduce((all, changes) => ({
      ...changes,
      ...all,
    }));
    for (const [result, { sides }] of PROBLEMS) {
      if (sides !== undefined) assert.equal(decide({ ...everything, sides }).result, result);
    }
  });

  it('the headline has no basis if the result is not about the quality of replies', () => {
    for (const [, changes] of PROBLEMS) {
      const { basis, status, exit_code: code, result } = decide(changes);
      assert.equal(basis === null, code > 1 || result.startsWith('gates'), status);
    }
  });

  it('the headline of failed requests gives their counts and no score', () => {
    const turns = { planned: 27, finished: 27, failed: 27 };
    const { title, status } = decide({ sides: [side({ turns })] });
    assert.equal(title, '27 of 27 requests failed in the run');
    assert.equal(status, 'inconclusive');
  });

  it('the headline proposes a pointer to replies that could not be read', () => {
    const { title, next } = decide({ sides: [failing(20, 20, '/data/said')] });
    assert.equal(title, '20 of 20 turns in the run have no reply that can be read');
    assert.match(next ?? '', /^If the reply is at \/data\/said, run it again with `target\.reply`/);
    const one = side({
      turns: { planned: 1, finished: 1, failed: 1 },
      misread: { ...NONE_MISREAD, turns: 1 },
    });
    assert.match(decide({ sides: [one] }).title, /^1 of 1 turn in the run has no reply /);
  });

  it('one failed request in twenty is accepted', () => {
    const turns = { planned: 20, finished: 20, failed: 1 };
    assert.equal(decide({ sides: [side({ turns })] }).result, 'passed');
  });

  it('the headline says which of two runs has a problem', () => {
    const turns = { planned: 20, finished: 20, failed: 20 };
    const { title } = decide({ sides: [side(), side({ name: 'the baseline', turns })] });
    assert.match(title, /in the baseline$/);
  });

  it('a regression that a gate allows has exit code 0', () => {
    const allowed = decide({
      comparison: judged(grid(0.2)),
      gate: gates(['allow regression', 'pass']),
    });
    assert.deepEqual([allowed.result, allowed.exit_code], ['regressed', 0]);
    assert.match(allowed.why, /A gate allows it\.$/);
  });

  it('a loss by similarity is less_similar unless it is gross or replies contradict more often', () => {
    const similar = (loss: number, increased = false): unknown => {
      const comparison = {
        ...judged(grid(loss)),
        basis: 'similarity' as const,
        contradictions: { baseline: 0, candidate: 0.3, increased },
      };
      return decide({ comparison, basis: 'similarity' }).result;
    };
    assert.equal(similar(0.2), 'less_similar');
    assert.equal(similar(-0.15), 'more_similar');
    assert.equal(similar(0.4), 'regressed');
    assert.equal(similar(0, true), 'regressed');
  });

  it('a headline by similarity says how to get a verdict on correctness', () => {
    const comparison = { ...judged(grid(0.2)), basis: 'similarity' as const };
    const { next, why } = decide({ comparison });
    assert.match(next ?? '', /add checks, or let a judge model/);
    assert.doesNotMatch(why, /regressed|improved/);
  });

  it('runs without a common scenario are reported as such, without asking for more attempts', () => {
    const { result, title, why, next } = decide({ comparison: judged([]) });
    assert.deepEqual([result, title], ['inconclusive', 'nothing could be compared']);
    assert.equal(why, 'The two runs have no scenario in common.');
    assert.equal(next, 'Compare runs of the same scenarios.');
  });

  it('runs that were scored in different ways are incomparable and pass no gate', () => {
    const incomparable = 'The baseline was scored by similarity, the candidate by a judge.';
    const { result, status, why } = decide({
      comparison: { ...judged(grid(0.2)), incomparable },
    });
    assert.deepEqual([result, status, why], ['inconclusive', 'inconclusive', incomparable]);
  });

  it('two attempts at one scenario that cannot detect any change do not pass', () => {
    const comparison = {
      ...compareGrids([[[0.9], [0.2]]], [[[0.1], [0.8]]]),
      basis: 'judge' as const,
    };
    const { result, status, next } = decide({ comparison });
    assert.deepEqual([result, status], ['inconclusive', 'inconclusive']);
    assert.equal(next, 'Use at least 3 attempts per run.');
  });

  it('an unusable baseline is reported as in the comparison', () => {
    const turns = { planned: 20, finished: 20, failed: 20 };
    const baselineProblem = decide({ sides: [side({ name: 'the baseline', turns })] });
    const decided = decide({ baselineProblem, comparison: judged(grid(-0.1)) });
    assert.deepEqual([decided.result, decided.exit_code], ['requests_failed', 3]);
    assert.match(
      decided.next ?? '',
      /`fairtrial doctor --endpoint <url> --model <id>`.+`fairtrial retry /,
    );
  });

  it('more attempts are requested only if an interval is too wide', () => {
    const open = gates(['overall >= 0.8', 'inconclusive']);
    assert.equal(decide({ gate: open }).next, null);
    const wide = open.gates.map((gate) => ({ ...gate, interval: [0.7, 0.9] as [number, number] }));
    assert.match(decide({ gate: { ...open, gates: wide } }).next ?? '', /^Run more attempts/);
  });

  it('a regression of one scenario is found although the suite is not worse', () => {
    const { result, title, why } = decide({ comparison: judged(grid(0.2, [3, 4])) });
    assert.equal(result, 'regressed');
    assert.match(title, /^1 of 10 scenarios worse, scenario-3 by 0\.200; overall 0\.800 → /);
    assert.match(why, /^10 scenarios: 1 regressed, 9 without a change found\. Worse: scenario-3/);
  });

  it('a comparison of single attempts reports too few attempts', () => {
    const one: ScoreGrid = [[[0.5]], [[0.6]]];
    const { result, why } = decide({ comparison: { ...compareGrids(one, one), basis: 'judge' } });
    assert.equal(result, 'inconclusive');
    assert.match(why, /Too few attempts for a verdict/);
  });

  it('every headline result has a test', () => {
    const shown = new Set<string>(PROBLEMS.map(([result]) => result));
    for (const other of ['less_similar', 'more_similar', 'inconclusive']) shown.add(other);
    assert.deepEqual(shown, new Set(HeadlineResult.options));
  });
});
