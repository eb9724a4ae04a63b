import { seededRandom } from '@fairtrial/statistics';
import type { Plan, Question } from './planned-endpoint.ts';

/** The part of a request that defines the questions and the scoring. */
export interface Suite {
  readonly test_batch: readonly object[];
  readonly judge?: false;
}

const NAMES = ['bank', 'clinic', 'hotel', 'library', 'museum', 'airport'];

function scenarios(count: number, interaction: object): readonly object[] {
  return Array.from({ length: count }, (_, no) => ({
    id: `scenario-${no}`,
    name: NAMES[no] ?? `office ${no}`,
    interactions: [{ id: `turn-${no}`, user_message: `Question ${no}`, ...interaction }],
  }));
}

/** A suite whose replies are graded by a judge. */
export function judgedSuite(count = 4): Suite {
  return { test_batch: scenarios(count, { reference_reply: 'Your card is blocked.' }) };
}

/** The judge scores C as 1, A as 0.5, F as 0.3 and D as 0. */
export function graded(letter: string): string {
  return `This is a reply of grade ${letter}.`;
}

const PARTS = Array.from({ length: 20 }, (_, no) => `part-${String(no + 1).padStart(2, '0')}`);

/** A suite whose replies should contain twenty parts, each of which is a check. */
export function checkedSuite(count = 4, { optional = true } = {}): Suite {
  const checks = PARTS.map((contains) => ({ contains, ...(optional && { optional }) }));
  return { test_batch: scenarios(count, { checks }), judge: false };
}

/** A reply with `count` of the parts: its score is count / 20. */
export function parts(count: number): string {
  return `It has ${PARTS.slice(0, count).join(' ')}`;
}

const WORDS =
  'please bring your passport together with the letter from our office when you visit the counter on the ground floor';

/** A suite whose replies are compared with a reference by their words. */
export function similarSuite(count = 4): Suite {
  return { test_batch: scenarios(count, { reference_reply: `${WORDS}.` }), judge: false };
}

const FILLERS = ['quietly', 'orange', 'window', 'yellow', 'forest', 'silver', 'meadow', 'copper'];

/** The reference with all but the first `kept` words replaced. */
export function alike(kept: number): string {
  const words = WORDS.split(' ');
  const filled = words.map((word, at) => (at < kept ? word : FILLERS[at % FILLERS.length]));
  return `${filled.join(' ')}.`;
}

/** A suite without references and without checks. */
export function openSuite(count = 4): Suite {
  return { test_batch: scenarios(count, {}), judge: false };
}

/** A number from 0 to 1 that depends only on the question. */
export function chance({ run, scenario, attempt }: Question): number {
  return seededRandom(run * 1_000_003 + scenario * 1009 + attempt * 17 + 5)();
}

/** The number of parts varies by up to two around `count`. */
export function around(count: number): Plan {
  return (question) => parts(Math.round(count - 2 + 4 * chance(question)));
}

/** Follows `other` in one scenario, and `plan` in all others. */
export function exceptIn(scenario: number, other: Plan, plan: Plan): Plan {
  return (question) => (question.scenario === scenario ? other(question) : plan(question));
}
