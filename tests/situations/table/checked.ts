import { both, type Situation } from '../situation.ts';
import type { Plan } from '../stage/planned-endpoint.ts';
import { around, checkedSuite, exceptIn, parts } from '../stage/suites.ts';
import { compareTwo, same } from './compare-two.ts';

/** Eighteen parts, or one less in `misses` of six attempts. */
function steady(misses: number): Plan {
  return ({ attempt }) => parts(attempt % 6 < misses ? 17 : 18);
}

const wild: Plan = ({ run, attempt }) => parts(attempt % 2 === run % 2 ? 4 : 18);

/** Verdicts by checks. */
export const checked: readonly Situation[] = [
  {
    name: 'the same model twice, by checks',
    says: both('inconclusive', 0, 'checks'),
    play: compareTwo(checkedSuite(), same(around(14))),
  },
  {
    name: 'a model that is worse in one scenario, by checks',
    says: both('regressed', 1, 'checks'),
    shows: /4 scenarios: 1 regressed, .*Worse: hotel/,
    play: compareTwo(checkedSuite(), [around(16), exceptIn(2, around(8), around(16))]),
  },
  {
    name: 'a loss in the whole suite that no scenario shows alone',
    says: both('regressed', 1, 'checks'),
    shows: /8 scenarios: 8 without a change found/,
    play: compareTwo(checkedSuite(8), [around(16), around(14.8)]),
  },
  {
    name: 'a model that is better, by checks',
    says: both('improved', 0, 'checks'),
    play: compareTwo(checkedSuite(), [around(10), around(16)]),
  },
  {
    name: 'a model that is slightly worse',
    says: both('slightly_worse', 0, 'checks'),
    play: compareTwo(checkedSuite(8), [steady(1), steady(3)]),
  },
  {
    name: 'a model that is slightly better',
    says: both('slightly_better', 0, 'checks'),
    play: compareTwo(checkedSuite(8), [steady(3), steady(1)]),
  },
  {
    name: 'a model that is the same',
    says: both('same', 0, 'checks'),
    play: compareTwo(checkedSuite(8), same(steady(2))),
  },
  {
    name: 'replies that vary too much for a verdict',
    says: both('inconclusive', 0, 'checks'),
    play: compareTwo(checkedSuite(2), same(wild)),
  },
  {
    name: 'ten attempts against five',
    says: both('regressed', 1, 'checks'),
    play: compareTwo(checkedSuite(), [around(16), around(10)], {
      attempts: 5,
      baselineAttempts: 10,
    }),
  },
];
