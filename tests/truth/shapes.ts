/** Scenarios with a known true mean: the distribution of the scores of their attempts. */
import type { Random } from '@fairtrial/statistics';

/** A scenario: the true mean of its attempts, and a function that draws the mean score of one. */
export interface Scenario {
  readonly truth: number;
  readonly draw: (random: Random) => number;
}

export interface Shape {
  readonly name: string;
  /** Returns the scenario at this index of a suite, lower by `drop`; some shapes draw its difficulty. */
  readonly scenario: (random: Random, index: number, drop: number) => Scenario;
}

export function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Algorithm of Marsaglia and Tsang. */
function drawGamma(random: Random, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    if (Math.log(1 - random()) < 0.5 * x ** 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

function drawBeta(random: Random, a: number, b: number): number {
  const x = drawGamma(random, a);
  return x / (x + drawGamma(random, b));
}

/** All scenarios are alike; a drop shifts all scores. */
function moved(name: string, truth: number, draw: Scenario['draw']): Shape {
  return {
    name,
    scenario: (_, __, drop) => ({ truth: truth - drop, draw: (random) => draw(random) - drop }),
  };
}

/** Binary scores; a drop lowers the rate. */
function rightOrWrong(rate: number): Shape {
  return {
    name: `right or wrong ${rate}`,
    scenario: (_, __, drop) => {
      const truth = Math.max(0, rate - drop);
      return { truth, draw: (random) => (random() < truth ? 1 : 0) };
    },
  };
}

const JUDGE_SCORES = [0, 0.5, 0.8, 1];
/** The probability of each of the judge's scores while the conversation goes well, and afterwards. */
const GOOD = [0.01, 0.04, 0.1, 0.85];
const BAD = [0.6, 0.3, 0.05, 0.05];

function pickScore(random: Random, probabilities: readonly number[]): number {
  let left = random();
  for (const [index, probability] of probabilities.entries()) {
    left -= probability;
    if (left < 0) return JUDGE_SCORES[index] ?? 1;
  }
  return 1;
}

function expectedScore(probabilities: readonly number[]): number {
  return probabilities.reduce((sum, each, index) => sum + each * (JUDGE_SCORES[index] ?? 0), 0);
}

/** A conversation that may go wrong before each turn, which lowers all later scores of the judge. */
function judgedTurns(turns: number, goesWrong: number): Shape {
  let sum = 0;
  for (let turn = 1; turn <= turns; turn += 1) {
    const good = (1 - goesWrong) ** turn;
    sum += good * expectedScore(GOOD) + (1 - good) * expectedScore(BAD);
  }
  return moved(`judge, ${turns} correlated turns`, sum / turns, (random) => {
    let isBad = false;
    let total = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      if (random() < goesWrong) isBad = true;
      total += pickScore(random, isBad ? BAD : GOOD);
    }
    return total / turns;
  });
}

const jitter = (random: Random): number => 0.01 * drawNormal(random);

/** Scenarios for which `coins` is true have one of two scores at random; the others hardly vary. */
function coinsAmongSteady(name: string, coins: (index: number) => boolean): Shape {
  return {
    name,
    scenario: (_, index, drop) => ({
      truth: 0.7 - drop,
      draw: (random) => (coins(index) ? (random() < 0.5 ? 0.9 : 0.5) : 0.7) - drop + jitter(random),
    }),
  };
}

export const NORMAL_05 = moved('normal, SD .05', 0.7, (random) => 0.7 + 0.05 * drawNormal(random));
export const NORMAL_10 = moved('normal, SD .1', 0.7, (random) => 0.7 + 0.1 * drawNormal(random));
export const BETA = moved('Beta(8, 2)', 0.8, (random) => drawBeta(random, 8, 2));
export const TWO_MODES = moved(
  'two modes 50:50, jitter',
  0.7,
  (random) => (random() < 0.5 ? 0.9 : 0.5) + jitter(random),
);
export const RIGHT_80 = rightOrWrong(0.8);
export const RIGHT_95 = rightOrWrong(0.95);
const RARE_FAILURE = moved('zero-inflated 5 %', 0.95 * 0.8, (random) =>
  random() < 0.05 ? 0 : drawBeta(random, 16, 4),
);
export const JUDGE = judgedTurns(4, 0.03);
const MIXED_SPREAD: Shape = {
  name: 'normal, SD .01 or .2',
  scenario: (random, _, drop) => {
    const truth = 0.4 + 0.55 * random() - drop;
    const sd = random() < 0.3 ? 0.2 : 0.01;
    return { truth, draw: (inner) => truth + sd * drawNormal(inner) };
  },
};
const MIXED_BETA: Shape = {
  name: 'Beta of mixed spread',
  scenario: (random, _, drop) => {
    const truth = 0.5 + 0.48 * random();
    const size = random() < 0.3 ? 2 : 100;
    const draw = (inner: Random): number =>
      drawBeta(inner, truth * size, (1 - truth) * size) - drop;
    return { truth: truth - drop, draw };
  },
};

export const SHAPES: readonly Shape[] = [
  NORMAL_05,
  NORMAL_10,
  BETA,
  moved('Beta(20, 1)', 20 / 21, (random) => drawBeta(random, 20, 1)),
  RIGHT_80,
  RIGHT_95,
  rightOrWrong(0.98),
  TWO_MODES,
  moved('two modes 80:20, jitter', 0.82, (random) => (random() < 0.8 ? 0.9 : 0.5) + jitter(random)),
  RARE_FAILURE,
  judgedTurns(1, 0.05),
  JUDGE,
  MIXED_SPREAD,
  MIXED_BETA,
  coinsAmongSteady('one of two modes, others steady', (index) => index === 0),
  coinsAmongSteady('a third of two modes, others steady', (index) => index % 3 === 0),
];
