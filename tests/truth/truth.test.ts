import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeCell, simulate, type Simulation } from './cell.ts';
import { SIMULATIONS } from './simulations.ts';

/** A tenth of what `npm run truth` plays for each cell, and some of the simulations only: they take a quarter of a minute. */
const TRIALS = 200;
const EVERY = 6;

describe('intervals and verdicts are wrong no more often than they say', () => {
  for (const simulation of SIMULATIONS.filter((_, index) => index % EVERY === 0)) {
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

  it('finds a share that is more than three standard errors beyond its bound', () => {
    assert.equal(simulate(biased(0.06), 2000)[0]?.isBreach, false);
    assert.equal(simulate(biased(0.1), 2000)[0]?.isBreach, true);
  });

  it('finds verdicts that are missing, and says where all are', () => {
    const [cell] = simulate({ ...biased(0), trial: () => ({ heads: undefined }) }, 100);
    assert.ok(cell);
    assert.equal(cell.isBreach, true);
    assert.match(describeCell(cell), /refused: too few attempts for a verdict .* without: 100.0 %/);
  });
});
