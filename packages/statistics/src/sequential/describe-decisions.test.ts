import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareRuns } from '../compare/compare-runs.ts';
import type { ScenarioPair } from '../compare/scenario-pair.ts';
import type { ScenarioDecision } from './decide-look.ts';
import { describeDecisions } from './describe-decisions.ts';

const DROPPED: ScenarioPair = {
  baseline: [0.7, 0.72, 0.68, 0.71, 0.69, 0.7],
  candidate: [0.5, 0.52, 0.48, 0.51, 0.49, 0.5],
};

function decision(changes: Partial<ScenarioDecision> = {}): ScenarioDecision {
  return { look: 0, result: 'regressed', p: 0.0005, level: 0.001, ...changes };
}

describe('describeDecisions', () => {
  it('a verdict has the result and p of its decision, and an interval at its level', () => {
    const [verdict] = describeDecisions([DROPPED], [decision()]);
    const [wider] = describeDecisions([DROPPED], [decision({ level: 0.0001 })]);
    assert.equal(verdict?.result, 'regressed');
    assert.deepEqual([verdict.p, verdict.confidence], [0.0005, 0.999]);
    assert.ok((wider?.interval?.[0] ?? 0) < (verdict.interval?.[0] ?? 0));
  });

  it('the adjusted p is at most .05 if and only if p is at most the level', () => {
    const adjusted = (p: number) => describeDecisions([DROPPED], [decision({ p })])[0]?.adjustedP;
    assert.equal(adjusted(0.001), 0.05);
    assert.ok((adjusted(0.0011) ?? 0) > 0.05);
    assert.equal(adjusted(0.5), 1);
  });

  it('a scenario without a decision has no verdict', () => {
    assert.deepEqual(describeDecisions([DROPPED], [undefined]), [undefined]);
  });
});

describe('compareRuns with early stopping', () => {
  it('the suite is compared by the attempts of the first look only', () => {
    const later = { ...DROPPED, candidate: [...DROPPED.candidate, 1, 1, 1, 1] };
    const sequential = { decisions: [decision()], suiteAttempts: 6 };
    const stopped = compareRuns([later], { sequential });
    assert.equal(stopped.onThisSuite?.delta, compareRuns([DROPPED]).onThisSuite?.delta);
    assert.equal(stopped.scenarios[0]?.result, 'regressed');
  });
});
