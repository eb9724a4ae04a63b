/** Simulations without a true change: how often is a change reported? */
import {
  combineVerdicts,
  comparePassCounts,
  compareRuns,
  findChangedScenarios,
  varianceBetweenRuns,
  suiteMean,
  type RunComparison,
} from '@fairtrial/statistics';
import type { Simulation } from './cell.ts';
import { drawAttempts, drawPairs, nameSize, type Size } from './draw-suite.ts';
import {
  BETA,
  drawNormal,
  JUDGE,
  NORMAL_05,
  NORMAL_10,
  RIGHT_80,
  SHAPES,
  TWO_MODES,
  type Shape,
} from './shapes.ts';

const NINE_BY_FIVE: Size = { scenarios: 9, attempts: 5 };
const THIRTY_BY_SIX: Size = { scenarios: 30, attempts: 6 };

const SIZES: readonly Size[] = [
  { scenarios: 1, attempts: 5 },
  { scenarios: 3, attempts: 2 },
  { scenarios: 3, attempts: 5 },
  { scenarios: 9, attempts: 2 },
  { scenarios: 9, attempts: 3 },
  NINE_BY_FIVE,
  THIRTY_BY_SIX,
  { scenarios: 9, attempts: 20, others: 2 },
  { scenarios: 9, attempts: 20, others: 3 },
  { scenarios: 9, attempts: 20, others: 5 },
];

const CHANGES = new Set(['regressed', 'slightly_worse', 'slightly_better', 'improved']);

function isChange(verdict: { readonly result: string } | undefined): number | undefined {
  return verdict && Number(CHANGES.has(verdict.result));
}

function anyScenario({ scenarios }: RunComparison): number | undefined {
  const known = scenarios.filter((verdict) => verdict !== undefined);
  return known.length === 0 ? undefined : Number(known.some((verdict) => isChange(verdict) === 1));
}

function headlineOf({ onThisSuite: suite, inGeneral, scenarios }: RunComparison): string {
  return combineVerdicts({ suite, inGeneral, scenarios });
}

function unchanged(shape: Shape, size: Size): Simulation {
  const isUsual = size === NINE_BY_FIVE;
  return {
    name: `nothing changed, ${shape.name}, ${nameSize(size)}`,
    limits: {
      'suite changed': { max: 0.06, maxMissing: isUsual ? 0.01 : 1 },
      'suite without interval': { max: isUsual ? 0.01 : 1 },
      'any scenario changed': { max: 0.06 },
      'headline regressed': { max: 0.06 },
      'headline changed': { max: 0.1 },
      ...(size === THIRTY_BY_SIX && { 'in general changed': { max: 0.06, maxMissing: 0.01 } }),
    },
    trial: (random) => {
      const comparison = compareRuns(drawPairs(shape, size, { random }));
      const headline = headlineOf(comparison);
      return {
        'suite changed': isChange(comparison.onThisSuite),
        'suite without interval': Number(comparison.onThisSuite?.interval === undefined),
        'any scenario changed': anyScenario(comparison),
        'headline regressed': Number(headline === 'regressed'),
        'headline changed': Number(CHANGES.has(headline)),
        'in general changed': isChange(comparison.inGeneral),
      };
    },
  };
}

interface RunEffect {
  readonly shape: Shape;
  readonly size: Size;
  readonly earlier: number;
}

/** Shifts every run as a whole, by a different amount each time. */
function runEffect({ shape, size, earlier }: RunEffect): Simulation {
  return {
    name: `run effect sd .02, ${earlier} earlier runs, ${shape.name}, ${nameSize(size)}`,
    limits: { 'suite changed': { max: 0.06 }, 'headline regressed': { max: 0.06 } },
    trial: (random) => {
      const play = (): readonly (readonly number[])[] => {
        const shift = 0.02 * drawNormal(random);
        return drawPairs(shape, size, { random }).map(({ baseline }) =>
          baseline.map((score) => score + shift),
        );
      };
      const before = Array.from({ length: earlier }, play);
      const between = varianceBetweenRuns(
        before.map((scores) => {
          const { mean, se = 0 } = suiteMean(scores);
          return { mean, se };
        }),
      );
      const now = play();
      // A baseline that is not one of the earlier runs is the harder case.
      const pairs = play().map((baseline, index) => ({ baseline, candidate: now[index] ?? [] }));
      const comparison = compareRuns(pairs, { between });
      return {
        'suite changed': isChange(comparison.onThisSuite),
        'headline regressed': Number(headlineOf(comparison) === 'regressed'),
      };
    },
  };
}

const HISTORY_RUNS = 50;
const HISTORY_LEVEL = 0.002;

/** Compares each run of a history with all attempts of the earlier runs. */
function history(shape: Shape): Simulation {
  const { scenarios, attempts } = NINE_BY_FIVE;
  return {
    name: `history of ${HISTORY_RUNS} runs, ${shape.name}, ${nameSize(NINE_BY_FIVE)}`,
    limits: { 'any run boxed': { max: 0.1 } },
    trial: (random) => {
      const models = Array.from({ length: scenarios }, (_, at) => shape.scenario(random, at, 0));
      const earlier = models.map((model) => drawAttempts(model, attempts, random));
      for (let run = 1; run < HISTORY_RUNS; run += 1) {
        const now = models.map((model) => drawAttempts(model, attempts, random));
        const pairs = now.map((candidate, at) => ({ baseline: earlier[at] ?? [], candidate }));
        const changes = findChangedScenarios(pairs, HISTORY_LEVEL);
        if (changes.some((change) => change !== undefined)) return { 'any run boxed': 1 };
        for (const [at, scores] of now.entries()) earlier[at]?.push(...scores);
      }
      return { 'any run boxed': 0 };
    },
  };
}

function passCounts(rate: number, { scenarios, attempts, others = attempts }: Size): Simulation {
  return {
    name: `pass counts, rate ${rate}, ${nameSize({ scenarios, attempts, others })}`,
    limits: { 'p at most .05': { max: 0.06 } },
    trial: (random) => {
      const count = (n: number): { passes: number; attempts: number } => ({
        passes: Array.from({ length: n }, () => random() < rate).filter(Boolean).length,
        attempts: n,
      });
      const p = comparePassCounts(
        Array.from({ length: scenarios }, () => ({
          baseline: count(attempts),
          candidate: count(others),
        })),
      );
      return { 'p at most .05': Number(p <= 0.05) };
    },
  };
}

export const UNCHANGED_SIMULATIONS: readonly Simulation[] = [
  ...SHAPES.flatMap((shape) => SIZES.map((size) => unchanged(shape, size))),
  ...[NORMAL_05, NORMAL_10, BETA, TWO_MODES].flatMap((shape) => [
    runEffect({ shape, size: NINE_BY_FIVE, earlier: 5 }),
    runEffect({ shape, size: THIRTY_BY_SIX, earlier: 5 }),
    runEffect({ shape, size: NINE_BY_FIVE, earlier: 12 }),
  ]),
  ...[NORMAL_05, RIGHT_80, TWO_MODES, JUDGE].map(history),
  passCounts(0.8, NINE_BY_FIVE),
  passCounts(0.95, THIRTY_BY_SIX),
  passCounts(0.8, { scenarios: 9, attempts: 20, others: 2 }),
];
