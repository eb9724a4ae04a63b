/** Simulations with a true change: is it found as often as the product claims? */
import { SIGNIFICANCE_LEVEL } from '@fairtrial/contracts/plain';
import {
  combineVerdicts,
  compareRuns,
  detectableChange,
  mean,
  quantile,
  suiteMean,
  type Random,
  type RunComparison,
  type ScenarioPair,
} from '@fairtrial/statistics';
import { detectableStandardErrors } from '../../packages/statistics/src/math/noncentral-t.ts';
import { normalProbability, tQuantile } from '../../packages/statistics/src/math/t-distribution.ts';
import type { Simulation } from './cell.ts';
import { drawPairs, drawRun, nameSize, type Drop, type Size } from './draw-suite.ts';
import {
  BETA,
  JUDGE,
  NORMAL_05,
  NORMAL_10,
  RIGHT_80,
  RIGHT_95,
  TWO_MODES,
  type Shape,
} from './shapes.ts';

const NINE_BY_FIVE: Size = { scenarios: 9, attempts: 5 };
const NINE_BY_TEN: Size = { scenarios: 9, attempts: 10 };
const THIRTY_BY_SIX: Size = { scenarios: 30, attempts: 6 };
const PLANTED = 0.2;

/** Only the first scenario is worse. */
const dropInFirst: Drop = (index) => (index === 0 ? PLANTED : 0);

function isFound(verdict: { readonly result: string } | undefined): number {
  return Number(verdict?.result === 'regressed');
}

/** A drop of .2 in one scenario of nine, with normal scores of SD .05. */
const PLANTED_IN_ONE: Simulation = {
  name: `drop of .2 in one scenario, ${NORMAL_05.name}, ${nameSize(NINE_BY_FIVE)}`,
  limits: { 'that scenario regressed': { min: 0.9 }, 'headline regressed': { min: 0.9 } },
  trial: (random) => {
    const {
      onThisSuite: suite,
      inGeneral,
      scenarios,
    } = redraw(NORMAL_05, NINE_BY_FIVE, {
      random,
      drop: dropInFirst,
    });
    const headline = combineVerdicts({ suite, inGeneral, scenarios });
    return {
      'that scenario regressed': isFound(scenarios[0]),
      'headline regressed': Number(headline === 'regressed'),
    };
  },
};

/** Returns the power at `change` implied by a stated smallest detectable change, which has a power of 80 %. */
function statedPower(
  stated: number,
  change: number,
  { level, df }: { level: number; df: number },
): number {
  const critical = tQuantile(df, level);
  const errors = (change / stated) * detectableStandardErrors(df, level);
  const scale = Math.sqrt(1 + critical ** 2 / (2 * df));
  return normalProbability((errors - critical * (1 - 1 / (4 * df))) / scale);
}

const STATED_IN = 400;

/**
 * Every comparison states its own smallest detectable change. The typical value is compared with the share found. If a
 * model fails rarely, comparisons that saw a failure state much less than the others, and the mean is used instead.
 */
function powerStated(shape: Shape, size: Size, by: 'typical' | 'mean'): Simulation {
  const test = { level: SIGNIFICANCE_LEVEL / size.scenarios, df: 2 * size.attempts - 2 };
  const findPower = (random: Random): number => {
    const powers = Array.from({ length: STATED_IN }, () => {
      const [verdict] = redraw(shape, size, { random, drop: dropInFirst }).scenarios;
      return statedPower(verdict?.smallestDetectable ?? Infinity, PLANTED, test);
    });
    return by === 'mean' ? mean(powers) : (quantile(powers, 0.5) ?? 0);
  };
  let power: number | undefined;
  return {
    name: `drop of .2 in one scenario, ${shape.name}, ${nameSize(size)}, power`,
    limits: { 'found less the power stated': { min: -0.05, max: 0.05 } },
    trial: (random) => {
      power ??= findPower(random);
      const found = isFound(redraw(shape, size, { random, drop: dropInFirst }).scenarios[0]);
      return { 'found less the power stated': found - power };
    },
  };
}

function redraw(shape: Shape, size: Size, given: { random: Random; drop: Drop }): RunComparison {
  return compareRuns(drawPairs(shape, size, given));
}

/** Two runs state the smallest change they could have found; two new runs differ by that much. */
function detectable(shape: Shape, size: Size): Simulation {
  return {
    name: `as large as stated, ${shape.name}, ${nameSize(size)}`,
    limits: {
      'scenario found': { min: 0.7, max: 0.85 },
      'suite found': { min: 0.7, max: 0.85 },
    },
    trial: (random) => {
      const { onThisSuite, scenarios } = redraw(shape, size, { random, drop: () => 0 });
      const inOne = scenarios[0]?.smallestDetectable;
      const inAll = onThisSuite?.smallestDetectable;
      const one = redraw(shape, size, { random, drop: (at) => (at === 0 ? (inOne ?? 0) : 0) });
      const all = redraw(shape, size, { random, drop: () => inAll ?? 0 });
      const interval = all.onThisSuite?.interval;
      return {
        'scenario found': inOne === undefined ? undefined : isFound(one.scenarios[0]),
        'suite found':
          inAll === undefined ? undefined : Number(interval !== undefined && interval[1] < 0),
      };
    },
  };
}

/** One run predicts which change a second one would find; two new runs differ by that much. */
function detectableBefore(shape: Shape, size: Size): Simulation {
  return {
    name: `as large as stated before the run, ${shape.name}, ${nameSize(size)}`,
    limits: { 'suite found': { min: 0.7, max: 0.85 } },
    trial: (random) => {
      const { se = 0 } = suiteMean(drawRun(shape, size, random).scores);
      const change = detectableChange({ ...size, se }, size.attempts) ?? 0;
      const interval = redraw(shape, size, { random, drop: () => change }).onThisSuite?.interval;
      return { 'suite found': Number(interval !== undefined && interval[1] < 0) };
    },
  };
}

/** More attempts take too long to simulate. */
const MAX_REPLAYED = 300;
const LARGEST_CHANGE = 0.1;

/** The true change is anywhere within ±.1; two new runs have the stated number of additional attempts. */
function additionalAttempts(shape: Shape, size: Size): Simulation {
  return {
    name: `as many more attempts, ${shape.name}, ${nameSize(size)}`,
    limits: { 'settled on this suite': { min: 0.75, max: 0.9 } },
    trial: (random) => {
      const change = LARGEST_CHANGE * (2 * random() - 1);
      const drop = (): number => change;
      const more = redraw(shape, size, { random, drop }).onThisSuite?.additional;
      if (more === undefined || more > MAX_REPLAYED) return { 'settled on this suite': undefined };
      const attempts = size.attempts + more;
      const later = redraw(shape, { ...size, attempts }, { random, drop });
      return { 'settled on this suite': Number(later.onThisSuite?.result !== 'inconclusive') };
    },
  };
}

/** Draws scenarios whose true changes scatter by ±.1 around `change`. */
function drawChanges(count: number, change: number, random: Random): ScenarioPair[] {
  return Array.from({ length: count }, () => ({
    baseline: [0.7],
    candidate: [0.7 + change + 0.2 * (random() - 0.5)],
  }));
}

/** The same for the verdict on scenarios in general, with additional scenarios instead of attempts. */
function additionalScenarios(scenarios: number): Simulation {
  return {
    name: `as many more scenarios, differences within ±.1, ${scenarios}×1`,
    limits: { 'settled in general': { min: 0.75, max: 0.9 } },
    trial: (random) => {
      const change = LARGEST_CHANGE * (2 * random() - 1);
      const more = compareRuns(drawChanges(scenarios, change, random)).inGeneral?.additional;
      if (more === undefined || more > MAX_REPLAYED) return { 'settled in general': undefined };
      const later = compareRuns(drawChanges(scenarios + more, change, random));
      return { 'settled in general': Number(later.inGeneral?.result !== 'inconclusive') };
    },
  };
}

/** A true change as large as the margin is not `same`. */
function atTheMargin(shape: Shape, size: Size): Simulation {
  return {
    name: `drop of the margin everywhere, ${shape.name}, ${nameSize(size)}`,
    limits: { 'suite same': { max: 0.06 } },
    trial: (random) => {
      const { onThisSuite } = redraw(shape, size, { random, drop: () => 0.03 });
      return { 'suite same': onThisSuite && Number(onThisSuite.result === 'same') };
    },
  };
}

export const CHANGED_SIMULATIONS: readonly Simulation[] = [
  PLANTED_IN_ONE,
  ...[NORMAL_05, NORMAL_10, BETA, RIGHT_80, RIGHT_95, TWO_MODES].flatMap((shape) => [
    powerStated(shape, NINE_BY_FIVE, 'typical'),
    powerStated(shape, NINE_BY_TEN, 'typical'),
  ]),
  powerStated(JUDGE, NINE_BY_FIVE, 'mean'),
  powerStated(JUDGE, NINE_BY_TEN, 'mean'),
  ...[NORMAL_05, NORMAL_10, BETA].flatMap((shape) =>
    [NINE_BY_FIVE, NINE_BY_TEN, THIRTY_BY_SIX].map((size) => detectable(shape, size)),
  ),
  ...[NORMAL_05, NORMAL_10, BETA].map((shape) => detectableBefore(shape, NINE_BY_FIVE)),
  ...[NORMAL_05, NORMAL_10, BETA, JUDGE].map((shape) => additionalAttempts(shape, NINE_BY_FIVE)),
  ...[10, 30].map(additionalScenarios),
  ...[NORMAL_05, NORMAL_10, RIGHT_95].flatMap((shape) =>
    [NINE_BY_FIVE, THIRTY_BY_SIX].map((size) => atTheMargin(shape, size)),
  ),
];
