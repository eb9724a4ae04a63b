/** Simulations of means and pass rates: do intervals cover the truth, and how often do gates pass wrongly? */
import { describeRunPasses, suiteMean, type Random } from '@fairtrial/statistics';
import type { Simulation } from './cell.ts';
import { drawRun, nameSize, type Size } from './draw-suite.ts';
import { SHAPES, type Shape } from './shapes.ts';

type Interval = readonly [number, number];

const SIZES: readonly Size[] = [
  { scenarios: 1, attempts: 5 },
  { scenarios: 3, attempts: 2 },
  { scenarios: 3, attempts: 5 },
  { scenarios: 9, attempts: 2 },
  { scenarios: 9, attempts: 5 },
  { scenarios: 30, attempts: 6 },
];

const LIMITS = {
  'interval covers': { min: 0.93, maxMissing: 0.01 },
  'gate at the truth passes': { max: 0.05 },
};

function look(
  interval: Interval | undefined,
  truth: number,
): Record<keyof typeof LIMITS, number | undefined> {
  if (interval === undefined) {
    return { 'interval covers': undefined, 'gate at the truth passes': undefined };
  }
  const [low, high] = interval;
  // The last digits of a true mean are rounding errors.
  const dust = 1e-9;
  return {
    'interval covers': Number(low <= truth + dust && truth - dust <= high),
    'gate at the truth passes': Number(low > truth + dust),
  };
}

function meanOf(shape: Shape, size: Size): Simulation {
  return {
    name: `mean, ${shape.name}, ${nameSize(size)}`,
    limits: LIMITS,
    trial: (random) => {
      const { truth, scores } = drawRun(shape, size, random);
      return look(suiteMean(scores).ci95, truth);
    },
  };
}

/** The pass rates of the scenarios of one suite. */
const RATES: Readonly<Record<string, (random: Random) => number>> = {
  'all .95': () => 0.95,
  'all .8': () => 0.8,
  'uniform .5 to 1': (random) => 0.5 + 0.5 * random(),
  'mostly 1, some .5': (random) => (random() < 0.8 ? 1 : 0.5),
};

function passRateOf(name: string, rate: (random: Random) => number, size: Size): Simulation {
  return {
    name: `pass rate, ${name}, ${nameSize(size)}`,
    limits: LIMITS,
    trial: (random) => {
      const rates = Array.from({ length: size.scenarios }, () => rate(random));
      const counts = rates.map((each) => ({
        passes: Array.from({ length: size.attempts }, () => random() < each).filter(Boolean).length,
        attempts: size.attempts,
      }));
      const truth = rates.reduce((sum, each) => sum + each, 0) / rates.length;
      return look(describeRunPasses(counts)?.ci95, truth);
    },
  };
}

export const MEAN_SIMULATIONS: readonly Simulation[] = [
  ...SHAPES.flatMap((shape) => SIZES.map((size) => meanOf(shape, size))),
  ...Object.entries(RATES).flatMap(([name, rate]) =>
    SIZES.map((size) => passRateOf(name, rate, size)),
  ),
];
