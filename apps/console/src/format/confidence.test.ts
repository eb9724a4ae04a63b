import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatVerdictInterval } from './confidence.ts';

test('formatVerdictInterval shows the interval with its confidence level', () => {
  assert.equal(
    formatVerdictInterval({ interval: [-0.14, -0.04], confidence: 0.99444 }),
    '[−0.140, −0.040] 99.4 %',
  );
  assert.equal(
    formatVerdictInterval({ interval: [0, 0.1], confidence: 0.95 }),
    '[0.000, +0.100] 95 %',
  );
});

test('formatVerdictInterval distinguishes identical attempts from a missing verdict', () => {
  assert.equal(
    formatVerdictInterval({ interval: null, confidence: 0.95 }),
    'all attempts alike on each side',
  );
  assert.equal(formatVerdictInterval(null), '–');
});
