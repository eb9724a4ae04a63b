import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTrend } from './trend.tsx';

const POINT = { label: '', name: '', interval: null, gap: undefined, href: '' };

test('the trend counts its runs, and names the reason of those without a score', () => {
  const points = [
    { ...POINT, mean: 0.5 },
    { ...POINT, mean: null, gap: 'requests failed' },
    { ...POINT, mean: 0.75, interval: [0.7, 0.8] as const },
  ];
  assert.equal(
    describeTrend(points),
    'Mean score over 2 runs, from 0.500 to 0.750 [0.700, 0.800]. 1 run without a score: requests failed.',
  );
  assert.equal(describeTrend([]), 'No run has a score.');
});
