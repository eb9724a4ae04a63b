import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKappa } from './format-kappa.ts';

test('κ is shown with its interval and a minus sign, and as a dash if it is not defined', () => {
  assert.equal(formatKappa({ value: -0.0512, interval: [-0.4, 0.25] }), '−0.051 [−0.400, 0.250]');
  assert.equal(formatKappa({ value: 0.8125, interval: null }), '0.813');
  assert.equal(formatKappa(null), '–');
});
