/** Simulations of runs with early stopping: how often are they wrong, what do they find, and how many calls do they save? */
import {
  combineVerdicts,
  compareRuns,
  decideLook,
  planLooks,
  type Random,
  type RunComparison,
  type ScenarioDecision,
  type ScenarioPair,
} from '@fairtrial/statistics';
import type { Simulation } from './cell.ts';
import { drawPairs, nameSize, type Drop, type Size } from './draw-suite.ts';
import { NORMAL_05, NORMAL_10, SHAPES, type Shape } from './shapes.ts';

const ONE: Size = { scenarios: 1, attempts: 20 };
const NINE: Size = { scenarios: 9, attempts: 20 };
const THIRTY: Size = { scenarios: 30, attempts: 20 };
/** Two looks, and four. */
const NINE_BY_TEN: Size = { scenarios: 9, attempts: 10 };
const NINE_BY_FORTY: Size = { scenarios: 9, attempts: 40 };

interface PlayedRun {
  readonly comparison: RunComparison;
  /** Share of the attempts of a run with fixed attempts that was played. */
  readonly played: number;
}

/** Plays a run in looks: a scenario that is decided is not played any further. */
function playInLooks(
  shape: Shape,
  size: Size,
  given: { readonly random: Random; readonly drop?: Drop },
): PlayedRun {
  const all = drawPairs(shape, size, given);
  const looks = planLooks(size);
  let decisions: readonly (ScenarioDecision | undefined)[] = all.map(() => undefined);
  let pairs: readonly ScenarioPair[] = [];
  for (const look of looks.keys()) {
    pairs = all.map(({ baseline, candidate }, at) => ({
      baseline,
      candidate: candidate.slice(0, looks[decisions[at]?.look ?? look]?.attempts),
    }));
    decisions = decideLook(pairs, { looks, look, earlier: decisions });
    if (decisions.every((decision) => decision !== undefined)) break;
  }
  const played = pairs.reduce((sum, { candidate }) => sum + candidate.length, 0);
  const sequential = { decisions, suiteAttempts: looks[0]?.attempts ?? 0 };
  return {
    comparison: compareRuns(pairs, { sequential }),
    played: played / (size.scenarios * size.attempts),
  };
}

function headlineOf({ onThisSuite: suite, inGeneral, scenarios }: RunComparison): string {
  return combineVerdicts({ suite, inGeneral, scenarios });
}

const CHANGES = new Set(['regressed', 'slightly_worse', 'slightly_better', 'improved']);

function isChange(verdict: { readonly result: string } | undefined): boolean {
  return verdict !== undefined && CHANGES.has(verdict.result);
}

/** `most`: the largest share of attempts that may be played. */
function unchanged(shape: Shape, size: Size, most: number): Simulation {
  return {
    name: `sequential, nothing changed, ${shape.name}, ${nameSize(size)}`,
    limits: {
      'any scenario changed': { max: 0.05 },
      'suite changed': { max: 0.06 },
      'headline regressed': { max: 0.05 },
      'attempts played': { max: most },
    },
    trial: (random) => {
      const { comparison, played } = playInLooks(shape, size, { random });
      const { scenarios, onThisSuite } = comparison;
      return {
        'any scenario changed': Number(scenarios.some(isChange)),
        'suite changed': Number(isChange(onThisSuite)),
        'headline regressed': Number(headlineOf(comparison) === 'regressed'),
        'attempts played': played,
      };
    },
  };
}

const PLANTED = 0.2;

/** Only the first scenario is worse. */
const dropInFirst: Drop = (index) => (index === 0 ? PLANTED : 0);

function dropInOne(shape: Shape, size: Size): Simulation {
  return {
    name: `sequential, drop of .2 in one scenario, ${shape.name}, ${nameSize(size)}`,
    limits: { 'that scenario regressed': { min: 0.95 }, 'headline regressed': { min: 0.95 } },
    trial: (random) => {
      const { comparison } = playInLooks(shape, size, { random, drop: dropInFirst });
      return {
        'that scenario regressed': Number(comparison.scenarios[0]?.result === 'regressed'),
        'headline regressed': Number(headlineOf(comparison) === 'regressed'),
      };
    },
  };
}

/** With more noise than this, no attempts can be saved. */
const QUIET_SHAPES = new Set([NORMAL_05, NORMAL_10]);
const MAX_PLAYED = 0.6;

export const SEQUENTIAL_SIMULATIONS: readonly Simulation[] = [
  ...SHAPES.flatMap((shape) =>
    [NINE, ONE, THIRTY, NINE_BY_TEN, NINE_BY_FORTY].map((size) =>
      unchanged(shape, size, size === NINE && QUIET_SHAPES.has(shape) ? MAX_PLAYED : 1),
    ),
  ),
  ...[NORMAL_05, NORMAL_10].map((shape) => dropInOne(shape, NINE)),
];
