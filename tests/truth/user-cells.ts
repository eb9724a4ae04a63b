/** Simulations of runs with a simulated user that makes faults: how often is a verdict on goals wrong or withheld? */
import { MIN_TURN_COVERAGE } from '@fairtrial/contracts/plain';
import {
  combineVerdicts,
  compareRuns,
  differInFaults,
  exceedsFaultLimit,
  type Random,
  type ScenarioPair,
} from '@fairtrial/statistics';
import type { Simulation } from './cell.ts';

const SCENARIOS = 9;
const ATTEMPTS = 10;
/** A spoiled attempt is played again up to this many times. */
const MAX_REPLAYS = 2;
const FAULT_RATE = 0.2;
const PLANTED = 0.3;

/** One side of a comparison. */
interface Side {
  /** How often its endpoint reaches the goal less than the scenario's rate. */
  readonly drop: number;
  /** Share of the conversations that the simulated user spoils. */
  readonly faults: number;
  /** True if the user makes faults only in conversations that do not reach the goal: it gives up too early. */
  readonly onlyIfMissed?: boolean;
}

interface Played {
  /** Whether the goal was reached; `undefined` if every conversation of the attempt was spoiled. */
  readonly goal: number | undefined;
  /** The fault rate counts the first conversation only: replays are more frequent the more faults there are. */
  readonly isFirstSpoiled: boolean;
}

function playAttempt({ faults, onlyIfMissed = false }: Side, rate: number, random: Random): Played {
  let isFirstSpoiled = false;
  for (let replay = 0; replay <= MAX_REPLAYS; replay += 1) {
    const goal = Number(random() < rate);
    const isSpoiled = random() < faults && !(onlyIfMissed && goal === 1);
    if (replay === 0) isFirstSpoiled = isSpoiled;
    if (!isSpoiled) return { goal, isFirstSpoiled };
  }
  return { goal: undefined, isFirstSpoiled };
}

/** The attempts of one side, by scenario. */
function playSide(side: Side, rates: readonly number[], random: Random): readonly Played[][] {
  return rates.map((rate) =>
    Array.from({ length: ATTEMPTS }, () => playAttempt(side, rate - side.drop, random)),
  );
}

interface Outcome {
  readonly suite: string;
  readonly headline: string;
  readonly isDoubted: boolean;
}

/** Decides as the service does: no verdict if the fault rates differ, or if a side excludes too many attempts. */
function decide(baseline: Side, candidate: Side, random: Random): Outcome {
  const rates = Array.from({ length: SCENARIOS }, () => 0.5 + 0.45 * random());
  const [before, after] = [baseline, candidate].map((side) => playSide(side, rates, random)) as [
    readonly Played[][],
    readonly Played[][],
  ];
  const isDoubted =
    differInFaults(countFaults(before), countFaults(after)).differs ||
    [...before, ...after].some((attempts) =>
      exceedsFaultLimit(attempts.filter(isExcluded).length, attempts.length),
    );
  if (isDoubted) return { suite: 'inconclusive', headline: 'inconclusive', isDoubted };
  const pairs = before.map((attempts, at) => pairGoals(attempts, after[at] ?? []));
  const { onThisSuite: suite, inGeneral, scenarios } = compareRuns(pairs);
  return {
    suite: suite?.result ?? 'inconclusive',
    headline: combineVerdicts({ suite, inGeneral, scenarios }),
    isDoubted,
  };
}

function countFaults(side: readonly Played[][]): { readonly hits: number; readonly of: number } {
  const played = side.flat();
  return { hits: played.filter(({ isFirstSpoiled }) => isFirstSpoiled).length, of: played.length };
}

function isExcluded({ goal }: Played): boolean {
  return goal === undefined;
}

/** Attempts without a result are left out; with too many of them, the scenario is not compared. */
function pairGoals(before: readonly Played[], after: readonly Played[]): ScenarioPair {
  const [baseline, candidate] = [before, after].map((attempts) =>
    attempts.flatMap(({ goal }) => goal ?? []),
  ) as [number[], number[]];
  const fewest = MIN_TURN_COVERAGE * ATTEMPTS;
  return Math.min(baseline.length, candidate.length) < fewest
    ? { baseline: [], candidate: [] }
    : { baseline, candidate };
}

const STEADY: Side = { drop: 0, faults: FAULT_RATE };
const WITHOUT_FAULTS: Side = { drop: 0, faults: 0 };

const SIZE = `${SCENARIOS}×${ATTEMPTS}`;
const CHANGES = new Set(['regressed', 'slightly_worse', 'slightly_better', 'improved']);

/** `most`: the largest share of false verdicts. */
function unchanged(name: string, side: Side, most = 0.05): Simulation {
  return {
    name: `simulated user, nothing changed, ${name}, ${SIZE}`,
    limits: {
      'suite changed': { max: most },
      'headline regressed': { max: most },
      'headline changed': { max: 0.1 },
      // Two excluded attempts of ten at one scenario are enough.
      'verdict withheld': { max: 0.1 },
    },
    trial: (random) => {
      const { suite, headline, isDoubted } = decide(side, side, random);
      return {
        'suite changed': Number(CHANGES.has(suite)),
        'headline regressed': Number(headline === 'regressed'),
        'headline changed': Number(CHANGES.has(headline)),
        'verdict withheld': Number(isDoubted),
      };
    },
  };
}

function dropEverywhere(name: string, side: Side): Simulation {
  return {
    name: `simulated user, ${PLANTED} fewer goals reached, ${name}, ${SIZE}`,
    limits: { 'headline regressed': { min: 0.8 } },
    trial: (random) => {
      const { headline } = decide(side, { ...side, drop: PLANTED }, random);
      return { 'headline regressed': Number(headline === 'regressed') };
    },
  };
}

/** The user makes faults with one endpoint only. A drop in addition does not make the verdict more certain. */
function onOneSide(name: string, baseline: Side, candidate: Side): Simulation {
  return {
    name: `simulated user, faults in ${name} only, ${SIZE}`,
    limits: { 'headline inconclusive': { min: 0.95 } },
    trial: (random) => {
      const { headline } = decide(baseline, candidate, random);
      return { 'headline inconclusive': Number(headline === 'inconclusive') };
    },
  };
}

export const USER_SIMULATIONS: readonly Simulation[] = [
  // As without simulated users: scores of 0 and 1 are the hardest case of the other simulations.
  unchanged('no faults', WITHOUT_FAULTS, 0.06),
  unchanged(`faults ${FAULT_RATE}`, STEADY),
  unchanged(`faults ${FAULT_RATE} if the goal is missed`, { ...STEADY, onlyIfMissed: true }),
  dropEverywhere('no faults', WITHOUT_FAULTS),
  dropEverywhere(`faults ${FAULT_RATE}`, STEADY),
  onOneSide('the candidate', WITHOUT_FAULTS, STEADY),
  onOneSide('the baseline', STEADY, WITHOUT_FAULTS),
  onOneSide('the worse candidate', WITHOUT_FAULTS, { ...STEADY, drop: PLANTED }),
];
