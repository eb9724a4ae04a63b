import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectableStandardErrors } from './noncentral-t.ts';
import { seededRandom } from './seeded-random.ts';
import { tQuantile } from './t-distribution.ts';

const TRIALS = 20_000;

/** Rate at which |t| exceeds its quantile if the measured and the new standard error both scatter according to df. */
function simulatePower(df: number, level: number): number {
  const random = seededRandom(df);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const estimatedError = (): number => {
    let squares = 0;
    for (let no = 0; no < df; no += 1) squares += normal() ** 2;
    return Math.sqrt(squares / df);
  };
  const critical = tQuantile(df, level);
  const errors = detectableStandardErrors(df, level);
  let found = 0;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const change = errors * estimatedError();
    if (change + normal() > critical * estimatedError()) found += 1;
  }
  return found / TRIALS;
}

describe('detectableStandardErrors', () => {
  it('detectableStandardErrors approaches 1.96 + 0.84 for large df', () => {
    assert.equal(detectableStandardErrors(1e6, 0.05).toFixed(3), '2.802');
  });

  it('the detectable change has about 80 % power, at 95 % and at Holm levels', () => {
    for (const df of [4, 8, 18, 72]) {
      for (const level of [0.05, 0.05 / 9, 0.05 / 30]) {
        const power = simulatePower(df, level);
        assert.ok(power > 0.76 && power < 0.83, `df ${df}, level ${level}: ${power}`);
      }
    }
  });

  it('detectableStandardErrors falls with df and grows with the confidence, even at df 1', () => {
    for (const df of [1, 2, 5, 20]) {
      assert.ok(detectableStandardErrors(df, 0.05) > detectableStandardErrors(df + 1, 0.05));
      assert.ok(detectableStandardErrors(df, 0.01) > detectableStandardErrors(df, 0.05));
    }
  });
});
