import {
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
  GateVerdict,
  type Basis,
  type GateFinding,
} from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aggregateRun } from '../summary/aggregate-run.ts';
import { compareAggregates } from '../compare/compare-aggregates.ts';
import {
  comparedRuns,
  runWithScores,
  scoresOf,
  turnsWithScores,
  type ScoreGrid,
} from '../../testing/example-aggregates.ts';
import { decideGates } from './decide-gates.ts';
import type { GateData } from './measure-gate.ts';

const OPTIONS = { metric: DEFAULT_METRIC, margin: DEFAULT_MARGIN };

function gateDataFor(grid: ScoreGrid, baseline?: ScoreGrid, basis: Basis = 'judge'): GateData {
  const run = runWithScores(grid, { modelScorers: basis === 'judge' ? ['judge'] : [] });
  const aggregator = aggregateRun({ plan: run.plan, metric: 'overall' });
  aggregator.add(turnsWithScores(grid));
  const whole = aggregator.read();
  if (baseline === undefined) return { run, whole, compared: undefined };
  const old = { run: { ...run, plan: run.plan }, grid: baseline };
  const runs = comparedRuns(old, { run, grid });
  const comparison = compareAggregates(runs, OPTIONS);
  return {
    run,
    whole,
    compared: { baseline: old.run, aggregates: runs.aggregates, comparison, between: undefined },
  };
}

function decide(gate: string, grid: ScoreGrid, baseline?: ScoreGrid): GateFinding {
  return decideOn(gate, gateDataFor(grid, baseline));
}

function decideOn(gate: string, data: GateData): GateFinding {
  const verdict = decideGates({ gates: [gate], baselineRunId: undefined }, data);
  const [finding] = GateVerdict.parse(verdict).gates;
  assert.ok(finding);
  assert.equal(verdict.verdict, finding.verdict);
  return finding;
}

/** One turn per scenario; each list has the scores of its attempts. */
function attempts(...scenarios: readonly (readonly number[])[]): ScoreGrid {
  return scenarios.map((scores) => scores.map((score) => [score]));
}

const FIVE = [0.5, 0.52, 0.48, 0.51, 0.49];
const MANY = Array.from({ length: 40 }, (_, at) => FIVE[at % 5] ?? 0);

describe('decideGates', () => {
  it('a gate is decided by the interval: below the limit, above it, or undecided if it contains the limit', () => {
    const holds = decide('overall >= 0.47', attempts(MANY));
    assert.deepEqual([holds.verdict, holds.value, holds.limit], ['pass', 0.5, 0.47]);
    assert.match(holds.sentence, /^overall is 0.5 \[0.47\d+, 0.52\d+\]; >= 0.47 holds.$/);
    assert.equal(decide('overall >= 0.53', attempts(MANY)).verdict, 'fail');
    const open = decide('overall >= 0.49', attempts(MANY));
    assert.equal(open.verdict, 'inconclusive');
    assert.match(open.sentence, /the interval contains 0.49/);
    assert.equal(decide('overall <= 0.53', attempts(MANY)).verdict, 'pass');
    assert.equal(decide('overall < 0.47', attempts(MANY)).verdict, 'fail');
  });

  it('with one attempt a gate is decided over the scenarios and undecided for a single scenario', () => {
    const alone = decide('overall >= 0.1', attempts([0.9]));
    assert.deepEqual([alone.verdict, alone.interval], ['inconclusive', null]);
    assert.match(alone.sentence, /one attempt says nothing about noise/);
    const scenarios = attempts(...MANY.map((score) => [score]));
    assert.equal(decide('overall >= 0.4', scenarios).verdict, 'pass');
  });

  it('an undecided gate says how many attempts it needs if perfect scores would not be enough', () => {
    const perfect = decide('overall >= 0.8', attempts([1, 1, 1, 1, 1]));
    assert.equal(perfect.verdict, 'inconclusive');
    assert.match(
      perfect.sentence,
      /perfect scores in 5 attempts do not suffice; 16 attempts would/,
    );
    const enough = attempts(Array.from({ length: 16 }, () => 1));
    assert.equal(decide('overall >= 0.8', enough).verdict, 'pass');
  });

  it('a gate only covers the named scenarios, by id or name', () => {
    const grid = attempts(
      MANY.map((score) => score + 0.4),
      MANY.map((score) => score - 0.4),
    );
    assert.equal(decide('overall[s0] >= 0.8', grid).verdict, 'pass');
    assert.equal(decide('overall[*-1] >= 0.8', grid).verdict, 'fail');
    assert.equal(decide('overall[scenario-?] >= 0.8', grid).value, 0.5);
    const none = decide('overall[bank-*] >= 0.8', grid);
    assert.deepEqual([none.verdict, none.value], ['inconclusive', null]);
    assert.match(none.sentence, /no scenario of the run matches 'bank-\*'/);
  });

  it('a gate on an unknown metric lists the known metrics', () => {
    const finding = decide('overal >= 0.8', attempts([0.9, 0.9]));
    assert.equal(finding.verdict, 'inconclusive');
    assert.match(finding.sentence, /nothing was scored by 'overal'; there are answered, overall/);
    assert.match(decide('pass^k >= 0.8', attempts([1, 1])).sentence, /a pass_threshold or checks/);
  });

  it('failed requests or judgements leave a score gate undecided', () => {
    const failed = {
      outcome: 'endpoint_failed',
      scores: scoresOf(null, 'endpoint_failed'),
    } as const;
    const grid: ScoreGrid = [Array.from({ length: 10 }, (_, at) => [at === 0 ? failed : 0.1])];
    const finding = decide('overall >= 0.8', grid);
    assert.equal(finding.verdict, 'inconclusive');
    assert.match(finding.sentence, /got answers to 90.0 % of its requests/);
    assert.equal(decide('answered >= 99%', grid).verdict, 'fail');
    assert.equal(decide('answered >= 90%', grid).verdict, 'pass');
    const unscored: ScoreGrid = [
      Array.from({ length: 10 }, (_, at) => [at === 0 ? { scores: scoresOf(null) } : 0.9]),
    ];
    assert.match(decide('overall >= 0.8', unscored).sentence, /scored in 90.0 % of the turns/);
    const cut: ScoreGrid = [Array.from({ length: 10 }, (_, at) => [at === 0 ? undefined : 0.9])];
    const first: ScoreGrid = [[...(cut[0]?.slice(1) ?? []), [undefined]]];
    assert.match(decide('overall >= 0.8', first).sentence, /the run played 9 of 10 turns/);
  });

  it('latency gates accept any unit', () => {
    const grid: ScoreGrid = [
      [100, 200, 4000].map((latencyMs) => [{ latencyMs, scores: scoresOf(1) }]),
    ];
    assert.equal(decide('latency.p50 < 201ms', grid).verdict, 'pass');
    const p95 = decide('latency.p95 < 3s', grid);
    assert.deepEqual([p95.verdict, p95.value, p95.limit, p95.interval], ['fail', 3620, 3000, null]);
    assert.equal(p95.sentence, 'latency.p95 is 3.62 s; < 3.00 s is required.');
  });

  it('gates compare with the baseline: a delta, and no regression', () => {
    const lower = FIVE.map((score) => score - 0.1);
    const change = decide('delta(overall) > -0.02', attempts(lower), attempts(FIVE));
    assert.deepEqual(
      [change.verdict, change.value, change.interval],
      ['fail', -0.1, [-0.1231, -0.0769]],
    );
    assert.equal(decide('delta(overall) > -0.2', attempts(lower), attempts(FIVE)).verdict, 'pass');
    const worse = decide('no regression', attempts(FIVE, lower), attempts(FIVE, FIVE));
    assert.equal(worse.verdict, 'fail');
    assert.match(worse.sentence, /2 scenarios: 1 regressed, 1 without a change found/);
    assert.equal(decide('no regression', attempts(FIVE), attempts(lower)).verdict, 'pass');
    const once = decide('no regression', attempts([0.5]), attempts([0.9]));
    assert.equal(once.verdict, 'inconclusive');
    assert.match(decide('no regression', attempts(FIVE)).sentence, /the baseline was deleted/);
  });

  it('`no regression beyond` accepts a loss up to its limit', () => {
    const lower = FIVE.map((score) => score - 0.1);
    const [now, old] = [attempts(lower), attempts(FIVE)];
    assert.equal(decide('no regression beyond 0.05', now, old).verdict, 'fail');
    assert.equal(decide('no regression beyond 0.2', now, old).verdict, 'pass');
    const steady = MANY.map((score) => 0.5 + (score - 0.5) / 10);
    const slightly = attempts(steady.map((score) => score - 0.02));
    assert.equal(decide('no regression beyond 0.01', slightly, attempts(steady)).verdict, 'fail');
  });

  it('no regression passes a loss inside the margin, which is slightly worse', () => {
    const steady = FIVE.map((score) => 0.5 + (score - 0.5) / 10);
    const lower = steady.map((score) => score - 0.01);
    const finding = decide('no regression', attempts(lower), attempts(steady));
    assert.equal(finding.verdict, 'pass');
    assert.match(finding.sentence, /slightly worse/);
  });

  it('no regression by similarity fails only for a gross drop and names its basis', () => {
    const drop = (loss: number): GateFinding => {
      const now = attempts(FIVE.map((score) => score - loss));
      return decideOn('no regression', gateDataFor(now, attempts(FIVE), 'similarity'));
    };
    assert.equal(drop(0.1).verdict, 'pass');
    assert.match(drop(0.1).sentence, /less similar.*The basis is similarity/);
    assert.equal(drop(0.4).verdict, 'fail');
  });

  it('an `allow regression` gate is listed as passed', () => {
    const finding = decide('allow regression', attempts([0.1]), attempts([0.9]));
    assert.deepEqual(
      [finding.verdict, finding.sentence],
      ['pass', 'A regression does not fail this run.'],
    );
  });

  it('the verdict is that of the worst gate', () => {
    const verdictOn = (...gates: string[]) =>
      decideGates({ gates, baselineRunId: undefined }, gateDataFor(attempts(MANY))).verdict;
    assert.equal(verdictOn('overall >= 0.4', 'overall >= 0.3'), 'pass');
    assert.equal(verdictOn('overall >= 0.4', 'overall >= 0.5'), 'inconclusive');
    assert.equal(verdictOn('overall >= 0.4', 'overall >= 0.5', 'overall >= 0.6'), 'fail');
  });

  it('pass_rate is decided by its interval, and pass^k by the counts', () => {
    const passGrid = (...counts: readonly number[]): ScoreGrid =>
      counts.map((passing) =>
        Array.from({ length: 20 }, (_, at) => [{ passed: at < passing, scores: scoresOf(1) }]),
      );
    const grid = passGrid(19, 20);
    const rate = decide('pass_rate >= 0.85', grid);
    assert.deepEqual([rate.verdict, rate.value], ['pass', 0.975]);
    assert.equal(decide('pass_rate >= 0.95', grid).verdict, 'inconclusive');
    assert.equal(decide('pass_rate[s1] >= 0.83', grid).verdict, 'pass');
    const rarely = passGrid(2, 3);
    assert.equal(decide('pass_rate >= 0.5', rarely).verdict, 'fail');
    const hat = decide('pass^k >= 0.5', grid);
    assert.deepEqual([hat.verdict, hat.value, hat.interval], ['pass', 0.5, null]);
    assert.equal(decide('pass^2 > 0.95', grid).verdict, 'fail');
    assert.match(decide('pass^21 >= 0.5', grid).sentence, /no scenario has 21 attempts/);
    assert.equal(decide('delta(pass_rate) > -0.1', grid, grid).value, 0);
  });

  it('a limit and its opposite never both pass, and a harder limit never passes first', () => {
    const share = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100);
    const scores = fc.array(share, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(scores, share, share, (all, one, other) => {
        const verdictOn = (gate: string) => decide(gate, attempts(all)).verdict;
        const [easy, hard] = [Math.min(one, other), Math.max(one, other)];
        assert.ok(
          verdictOn(`overall >= ${hard}`) !== 'pass' || verdictOn(`overall >= ${easy}`) === 'pass',
        );
        assert.ok(
          verdictOn(`overall >= ${one}`) !== 'pass' || verdictOn(`overall < ${one}`) === 'fail',
        );
      }),
    );
  });
});
