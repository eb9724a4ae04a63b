import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeCell, simulate, type Simulation } from './cell.ts';
import { SIMULATIONS } from './simulations.ts';
import { USER_SIMULATIONS } from './user-cells.ts';

/**
 * A tenth of the trials of `npm test -- truth`, and only some of its simulations, but all of those with a simulated user:
 * they take about 15 seconds.
 */
const TRIALS = 200;
const EVERY = 6;

describe('intervals and verdicts are wrong no more often than stated', () => {
  const isPlayed = (simulation: Simulation, index: number): boolean =>
    index % EVERY === 0 || USER_SIMULATIONS.includes(simulation);
  for (const simulation of SIMULATIONS.filter(isPlayed)) {
    it(simulation.name, (t) => {
      const cells = simulate(simulation, TRIALS);
      for (const cell of cells) t.diagnostic(describeCell(cell));
      assert.deepEqual(cells.filter(({ isBreach }) => isBreach).map(describeCell), []);
    });
  }
});

describe('the simulation itself', () => {
  const biased = (share: number): Simulation => ({
    name: 'a biased coin',
    limits: { heads: { max: 0.06, maxMissing: 0.01 } },
    trial: (random) => ({ heads: Number(random() < share) }),
  });

  it('gives the same cells every time', () => {
    assert.deepEqual(simulate(biased(0.05), 2000), simulate(biased(0.05), 2000));
  });

  it('detects a share more than three standard errors beyond its bound', () => {
    assert.equal(simulate(biased(0.06), 2000)[0]?.isBreach, false);
    assert.equal(simulate(biased(0.1), 2000)[0]?.isBreach, true);
  });

  it('detects missing verdicts, and reports if all are missing', () => {
    const [cell] = simulate({ ...biased(0), trial: () => ({ heads: undefined }) }, 100);
    assert.ok(cell);
    assert.equal(cell.isBreach, true);
    assert.match(describeCell(cell), /refused: too few attempts for a verdict .* without: 100.0 %/);
  });
});
