import { seededRandom } from '@assay/statistics';
import type { Plan, Question } from './planned-endpoint.ts';

/** The part of a request that says what is asked and how it is scored. */
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

/** Replies that a judge reads. */
export function judgedSuite(count = 4): Suite {
  return { test_batch: scenarios(count, { reference_reply: 'Your card is blocked.' }) };
}

/** A judge gives C for 1, B for 0.8, A for 0.5 and D for 0. */
export function graded(letter: string): string {
  return `This is a reply of grade ${letter}.`;
}

const PARTS = Array.from({ length: 20 }, (_, no) => `part-${String(no + 1).padStart(2, '0')}`);

/** Replies that should have twenty parts, each of which is a check. */
export function checkedSuite(count = 4, { optional = true } = {}): Suite {
  const checks = PARTS.map((contains) => ({ contains, ...(optional && { optional }) }));
  return { test_batch: scenarios(count, { checks }), judge: false };
}

/** A reply with so many of the parts: the score is a twentieth of it. */
export function parts(count: number): string {
  return `It has ${PARTS.slice(0, count).join(' ')}`;
}

const WORDS =
  'please bring your passport together with the letter from our office when you visit the counter on the ground floor';

/** Replies that are compared with a reference by their words. */
export function similarSuite(count = 4): Suite {
  return { test_batch: scenarios(count, { reference_reply: `${WORDS}.` }), judge: false };
}

const FILLERS = ['quietly', 'orange', 'window', 'yellow', 'forest', 'silver', 'meadow', 'copper'];

/** The reference with its last words replaced by others. */
export function alike(kept: number): string {
  const words = WORDS.split(' ');
  const filled = words.map((word, at) => (at < kept ? word : FILLERS[at % FILLERS.length]));
  return `${filled.join(' ')}.`;
}

/** Without references and without checks. */
export function openSuite(count = 4): Suite {
  return { test_batch: scenarios(count, {}), judge: false };
}

/** A number from 0 to 1 that depends on the question alone. */
export function chance({ run, scenario, attempt }: Question): number {
  return seededRandom(run * 1_000_003 + scenario * 1009 + attempt * 17 + 5)();
}

/** Parts that vary by up to two around a number. */
export function around(count: number): Plan {
  return (question) => parts(Math.round(count - 2 + 4 * chance(question)));
}

/** A plan that follows another in one scenario only. */
export function exceptIn(scenario: number, other: Plan, plan: Plan): Plan {
  return (question) => (question.scenario === scenario ? other(question) : plan(question));
}
