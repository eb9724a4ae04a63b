import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wilsonInterval } from './wilson.ts';

function shown(passes: number, attempts: number, digits: number): readonly string[] {
  return (wilsonInterval(passes, attempts) ?? []).map((end) => end.toFixed(digits));
}

describe('wilsonInterval', () => {
  it('the Wilson interval is .640 to .948 for 17 of 20 and .566 to 1 for 5 of 5', () => {
    assert.deepEqual(shown(17, 20, 3), ['0.640', '0.948']);
    assert.deepEqual(shown(5, 5, 3), ['0.566', '1.000']);
  });

  it('the Wilson interval equals method 3 of Newcombe (1998), table I', () => {
    assert.deepEqual(shown(81, 263, 4), ['0.2553', '0.3662']);
    assert.deepEqual(shown(15, 148, 4), ['0.0624', '0.1605']);
    assert.deepEqual(shown(0, 20, 4), ['0.0000', '0.1611']);
    assert.deepEqual(shown(1, 29, 4), ['0.0061', '0.1718']);
  });

  it('the Wilson interval is undefined without attempts', () => {
    assert.equal(wilsonInterval(0, 0), undefined);
  });

  it('the Wilson interval lies within [0, 1], contains the rate and is symmetric', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (passes, failures) => {
        fc.pre(passes + failures > 0);
        const n = passes + failures;
        const [low, high] = wilsonInterval(passes, n) ?? [1, 0];
        assert.ok(0 <= low && low <= passes / n && passes / n <= high && high <= 1 && low < high);
        assert.ok(Math.abs((wilsonInterval(failures, n)?.[0] ?? 2) - (1 - high)) < 1e-12);
      }),
    );
  });
});
