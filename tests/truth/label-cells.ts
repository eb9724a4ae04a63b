/** Simulations of pass rates corrected by human labels: do intervals cover the truth, and is a kinder judge noticed? */
import {
  compareCorrectedRates,
  comparePassCounts,
  correctedPassRate,
  type LabelledScenario,
  type PassCount,
} from '@fairtrial/statistics';
import type { Simulation } from './cell.ts';
import { drawLabelledRun, nameLabelledSize, type Judge, type LabelledSize } from './draw-labels.ts';

const GOOD_JUDGE: Judge = { name: 'judge .95/.9', truePositives: 0.95, trueNegatives: 0.9 };
const JUDGES: readonly Judge[] = [
  GOOD_JUDGE,
  { name: 'judge .9/.7', truePositives: 0.9, trueNegatives: 0.7 },
  { name: 'kind judge .99/.4', truePositives: 0.99, trueNegatives: 0.4 },
];
/** Grades the candidate, while the good judge grades the baseline. */
const KINDER_JUDGE: Judge = { name: 'judge .98/.6', truePositives: 0.98, trueNegatives: 0.6 };

const PASS_RATES = [0.5, 0.8, 0.95];

/** With 30 labels, labels alone are used. */
const FEW_LABELS: readonly LabelledSize[] = [
  { scenarios: 1, attempts: 50, labelled: 30 },
  { scenarios: 9, attempts: 10, labelled: 30 },
  { scenarios: 9, attempts: 10, labelled: 30, isUneven: true },
  { scenarios: 30, attempts: 5, labelled: 30 },
  { scenarios: 60, attempts: 3, labelled: 30 },
];

/** With these, PPI++ is used if at least ten labels are fails. */
const MANY_LABELS: readonly LabelledSize[] = [
  { scenarios: 9, attempts: 30, labelled: 100 },
  { scenarios: 9, attempts: 20, labelled: 100, isUneven: true },
  { scenarios: 30, attempts: 12, labelled: 100 },
  { scenarios: 150, attempts: 3, labelled: 100 },
  { scenarios: 30, attempts: 20, labelled: 300 },
];

const COMPARED_SIZES: readonly LabelledSize[] = [
  { scenarios: 9, attempts: 20, labelled: 60 },
  { scenarios: 30, attempts: 6, labelled: 100 },
  { scenarios: 9, attempts: 20, labelled: 100 },
];

/** The pass rates of the scenarios of one suite: all equal, or easy and hard ones in turn. */
const SPREADS: Readonly<Record<string, (rate: number, index: number) => number>> = {
  alike: (rate) => rate,
  'easy and hard': (rate, index) => {
    const distance = 0.9 * Math.min(0.4, rate, 1 - rate);
    return index % 2 === 0 ? rate + distance : rate - distance;
  },
};

interface Setting {
  readonly size: LabelledSize;
  readonly rate: number;
  readonly spread: string;
}

/** Every combination; a single scenario has no spread. */
function settings(sizes: readonly LabelledSize[]): readonly Setting[] {
  return sizes.flatMap((size) =>
    PASS_RATES.flatMap((rate) =>
      Object.keys(SPREADS)
        .filter((spread) => size.scenarios > 1 || spread === 'alike')
        .map((spread) => ({ size, rate, spread })),
    ),
  );
}

function nameSetting({ size, rate, spread }: Setting): string {
  return `pass rate ${rate}, ${spread}, ${nameLabelledSize(size)}`;
}

function ratesOf({ size, rate, spread }: Setting): readonly number[] {
  return Array.from({ length: size.scenarios }, (_, index) => SPREADS[spread]?.(rate, index) ?? 0);
}

function covers(
  interval: readonly [number, number] | undefined,
  truth: number,
): number | undefined {
  // The last digits of a true rate are rounding errors.
  const dust = 1e-9;
  return interval && Number(interval[0] <= truth + dust && truth - dust <= interval[1]);
}

function corrected(setting: Setting, judge: Judge): Simulation {
  const rates = ratesOf(setting);
  return {
    name: `labels, ${judge.name}, ${nameSetting(setting)}`,
    limits: { 'corrected interval covers': { min: 0.93, maxMissing: 0 } },
    trial: (random) => {
      const { truth, scenarios } = drawLabelledRun(setting.size, { rates, judge }, random);
      return {
        'corrected interval covers': covers(correctedPassRate(scenarios)?.interval95, truth),
      };
    },
  };
}

function judgePasses(scenario: LabelledScenario): PassCount {
  const judged = scenario.filter(({ judge }) => judge !== null);
  return { passes: judged.filter(({ judge }) => judge).length, attempts: judged.length };
}

/** Two runs with equal true pass rates; the judge passes more of the candidate's fails. */
function kinderToCandidate(setting: Setting): Simulation {
  const rates = ratesOf(setting);
  return {
    name: `labels, ${KINDER_JUDGE.name} of the candidate, ${nameSetting(setting)}`,
    limits: {
      'corrected rates differ': { max: 0.06, maxMissing: 0 },
      // Shows that the labels are needed.
      'rates of the judge differ': { min: 0.2 },
    },
    trial: (random) => {
      const play = (judge: Judge): readonly LabelledScenario[] =>
        drawLabelledRun(setting.size, { rates, judge }, random).scenarios;
      const baseline = play(GOOD_JUDGE);
      const candidate = play(KINDER_JUDGE);
      const difference = compareCorrectedRates(baseline, candidate);
      const judged = baseline.map((scenario, index) => ({
        baseline: judgePasses(scenario),
        candidate: judgePasses(candidate[index] ?? []),
      }));
      return {
        'corrected rates differ': difference && Number(difference.p <= 0.05),
        'rates of the judge differ': Number(comparePassCounts(judged) <= 0.05),
      };
    },
  };
}

/** The candidate passes a fifth less often than the baseline. */
function worseCandidate(setting: Setting): Simulation {
  const rates = ratesOf(setting);
  const lower = rates.map((rate) => 0.8 * rate);
  return {
    name: `labels, a worse candidate, ${nameSetting(setting)}`,
    limits: { 'corrected difference covers': { min: 0.93, maxMissing: 0 } },
    trial: (random) => {
      const judge = GOOD_JUDGE;
      const old = drawLabelledRun(setting.size, { rates, judge }, random);
      const now = drawLabelledRun(setting.size, { rates: lower, judge: KINDER_JUDGE }, random);
      const interval = compareCorrectedRates(old.scenarios, now.scenarios)?.interval95;
      return { 'corrected difference covers': covers(interval, now.truth - old.truth) };
    },
  };
}

export const LABEL_SIMULATIONS: readonly Simulation[] = [
  ...settings(FEW_LABELS).map((setting) => corrected(setting, GOOD_JUDGE)),
  ...settings(MANY_LABELS).flatMap((setting) => JUDGES.map((judge) => corrected(setting, judge))),
  ...settings(COMPARED_SIZES).map(kinderToCandidate),
  ...settings(COMPARED_SIZES).map(worseCandidate),
];
