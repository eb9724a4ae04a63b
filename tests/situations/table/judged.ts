import { both, type Situation } from '../situation.ts';
import type { Plan } from '../stage/planned-endpoint.ts';
import { chance, exceptIn, graded, judgedSuite } from '../stage/suites.ts';
import { compareTwo, same } from './compare-two.ts';

/** Mostly equal to the reference, sometimes only a part of it. */
const good: Plan = (question) => graded(chance(question) < 0.7 ? 'C' : 'A');
const worse: Plan = (question) => graded(chance(question) < 0.7 ? 'F' : 'A');

/** Verdicts of a judge. */
export const judged: readonly Situation[] = [
  {
    name: 'the same model twice, read by a judge',
    says: both('inconclusive', 0, 'judge'),
    play: compareTwo(judgedSuite(), same(good)),
  },
  {
    name: 'a model that is worse in one scenario, read by a judge',
    says: both('regressed', 1, 'judge'),
    shows: /4 scenarios: 1 regressed, .*Worse: clinic/,
    play: compareTwo(judgedSuite(), [good, exceptIn(1, worse, good)]),
  },
  {
    name: 'a model that is better, read by a judge',
    says: both('improved', 0, 'judge'),
    play: compareTwo(judgedSuite(), [worse, good]),
  },
];
