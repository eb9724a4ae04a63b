import type { ComparisonVerdict } from '@assay/contracts';
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

test('noise between runs is said to be unmeasured, or named with its size', () => {
  assert.deepEqual(describeLimits(exampleComparison()), ['Noise between runs not measured.']);
  const measured = exampleComparison({ between_runs: { sd: 0.0123, runs: 6 } });
  assert.match(describeLimits(measured).join(), /sd 0\.012, measured on 6 earlier runs/);
  const together = exampleComparison({ interleaved: true });
  assert.match(describeLimits(together).join(), /noise between runs cancels out/);
});

test('missing turns show both results that they could have made', () => {
  const limits = describeLimits(exampleComparison({ on_this_suite: SUITE })).join(' ');
  assert.match(limits, /had scored against it: regressed\. If they had scored for it: same\./);
  const similar = exampleComparison({ on_this_suite: SUITE, basis: 'similarity' });
  assert.match(describeLimits(similar).join(' '), /against it: less similar\./);
});

test('contradictions are shares of both runs, and whether they increased', () => {
  const contradictions = { baseline: 0.02, candidate: 0.1, increased: true };
  const limits = describeLimits(exampleComparison({ contradictions })).join(' ');
  assert.match(limits, /2% → 10%, an increase beyond noise/);
});

test('a scenario without a verdict says why, one without a change what would have been found', () => {
  const short = exampleScenario('short', -0.3);
  assert.equal(describeScenarioLimit(short, 5), 'needs 5 attempts a side');
  assert.equal(describeScenarioLimit({ ...short, doubt: '4 of 5 failed' }, 5), '4 of 5 failed');
  const calm = exampleScenario('calm', 0, 'no_change_found');
  const verdict = calm.verdict && { ...calm.verdict, smallest_detectable: 0.117 };
  assert.equal(describeScenarioLimit({ ...calm, verdict }, 5), 'about 0.12 would have been found');
  assert.equal(describeScenarioLimit(exampleScenario('down', -0.1, 'regressed'), 5), '');
  assert.deepEqual(
    describeLimits(exampleComparison({ scenarios: [short] })).at(-1),
    ['A verdict on one scenario needs 5 attempts a side.'][0],
  );
});
