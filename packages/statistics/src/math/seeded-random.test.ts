import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from './seeded-random.ts';

describe('seededRandom', () => {
  it('seededRandom repeats its numbers for the same seed only', () => {
    const draw = (seed: number): readonly number[] => Array.from({ length: 5 }, seededRandom(seed));
    assert.deepEqual(draw(7), draw(7));
    assert.notDeepEqual(draw(7), draw(8));
  });

  it('seededRandom is uniform over [0, 1): chi-square of 100 cells, 99 degrees of freedom', () => {
    const random = seededRandom(1);
    const cells = Array.from({ length: 100 }, () => 0);
    for (let no = 0; no < 100_000; no += 1) {
      const cell = Math.floor(random() * 100);
      cells[cell] = (cells[cell] ?? Number.NaN) + 1;
    }
    const square = cells.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // R: qchisq(c(0.001, 0.999), 99)
    assert.ok(square > 60.3 && square < 148.2, String(square));
  });
});
