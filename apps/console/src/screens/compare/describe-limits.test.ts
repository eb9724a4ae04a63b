import type { ComparisonVerdict } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleComparison, exampleScenario } from '../../testing/example-comparison.ts';
import { describeLimits, describeScenarioLimit } from './describe-limits.ts';

const SUITE: ComparisonVerdict = {
  result: 'inconclusive',
  delta: -0.02,
  se: 0.01,
  p: 0.2,
  interval: [-0.05, 0.01],
  confidence: 0.95,
  smallest_detectable: 0.04,
  additional_attempts: 3,
  bounds: { worst: 'regressed', best: 'same' },
};

test('describeLimits states the noise between runs, or that it was not measured', () => {
  assert.deepEqual(describeLimits(exampleComparison()), ['Noise between runs not measured.']);
  const measured = exampleComparison({ between_runs: { sd: 0.0123, runs: 6 } });
  assert.match(describeLimits(measured).join(), /sd 0\.012, measured on 6 earlier runs/);
  const together = exampleComparison({ interleaved: true });
  assert.match(describeLimits(together).join(), /noise between runs cancels out/);
});

test('describeLimits shows both possible results of missing turns', () => {
  const limits = describeLimits(exampleComparison({ on_this_suite: SUITE })).join(' ');
  assert.match(limits, /had scored against it: regressed\. If they had scored for it: same\./);
  const similar = exampleComparison({ on_this_suite: SUITE, basis: 'similarity' });
  assert.match(describeLimits(similar).join(' '), /against it: less similar\./);
});

test('describeLimits shows contradictions as shares of both runs, and whether they increased', () => {
  const contradictions = { baseline: 0.02, candidate: 0.1, increased: true };
  const limits = describeLimits(exampleComparison({ contradictions })).join(' ');
  assert.match(limits, /2% → 10%, an increase beyond noise/);
});

test('describeScenarioLimit explains a missing verdict, or names the detectable change', () => {
  const short = exampleScenario('short', -0.3);
  assert.equal(describeScenarioLimit(short, 5), 'needs 5 attempts per run');
  assert.equal(describeScenarioLimit({ ...short, doubt: '4 of 5 failed' }, 5), '4 of 5 failed');
  const calm = exampleScenario('calm', 0, 'no_change_found');
  const verdict = calm.verdict && { ...calm.verdict, smallest_detectable: 0.117 };
  assert.equal(describeScenarioLimit({ ...calm, verdict }, 5), 'about 0.12 would have been found');
  assert.equal(describeScenarioLimit(exampleScenario('down', -0.1, 'regressed'), 5), '');
  assert.deepEqual(
    describeLimits(exampleComparison({ scenarios: [short] })).at(-1),
    ['A verdict on one scenario needs 5 attempts per run.'][0],
  );
});
