import type { Report } from './batch-types.ts';
import { isObject } from './is-object.ts';

interface Spot {
  readonly pointer: string;
  readonly report: Report;
}

const FIELDS = ['goal', 'persona', 'facts', 'max_turns'];
const MAX_TEXT = 4000;
const MAX_TURNS = 50;
const MAX_FACTS = 50;
const MAX_NAME = 100;
const MAX_FACT = 1000;

/** Reports faults of a simulated user. Returns true if the scenario has one; `null` counts as absent. */
export function checkUser(user: unknown, { pointer, report }: Spot): boolean {
  if (isAbsent(user)) return false;
  const faults = isObject(user) ? findFaults(user) : NO_USER;
  for (const [at, text] of faults) {
    report({ level: 'error', pointer: `${pointer}${at}`, text });
  }
  if (isObject(user) && isText(user['goal']) && /^\s+$/.test(user['goal'])) {
    report({ level: 'warning', pointer: `${pointer}/goal`, text: 'the goal of the user is empty' });
  }
  return true;
}

/** The end of a JSON Pointer, and what is wrong there. */
type Fault = readonly [at: string, text: string];

const NO_USER: readonly Fault[] = [['', 'user must be an object with a "goal"']];

function findFaults(user: Readonly<Record<string, unknown>>): readonly Fault[] {
  const { goal, persona, facts, max_turns: turns } = user;
  const unknown = Object.keys(user).find((name) => !FIELDS.includes(name));
  const factFault = isAbsent(facts) ? undefined : findFactFault(facts);
  const faults: readonly (Fault | false)[] = [
    unknown !== undefined && [
      `/${unknown}`,
      `${unknown} is not a field of a user: it has ${FIELDS.join(', ')}`,
    ],
    !(isText(goal) && goal !== '') && [
      '/goal',
      `a user needs a "goal": a text of 1 to ${MAX_TEXT} characters`,
    ],
    !(isAbsent(persona) || isText(persona)) && [
      '/persona',
      `persona must be a text of at most ${MAX_TEXT} characters`,
    ],
    !(isAbsent(turns) || isTurnCount(turns)) && [
      '/max_turns',
      `max_turns must be a whole number from 1 to ${MAX_TURNS}`,
    ],
    factFault !== undefined && ['/facts', factFault],
  ];
  return faults.filter((fault) => fault !== false);
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isText(value: unknown, max = MAX_TEXT): value is string {
  return typeof value === 'string' && value.length <= max;
}

function isTurnCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TURNS;
}

function findFactFault(facts: unknown): string | undefined {
  if (!isObject(facts)) return 'facts must be an object of names and values';
  const all = Object.entries(facts);
  if (all.length > MAX_FACTS)
    return `there are ${all.length} facts: at most ${MAX_FACTS} are allowed`;
  if (all.some(([name]) => name === '' || name.length > MAX_NAME)) {
    return `the name of a fact must have 1 to ${MAX_NAME} characters`;
  }
  const wrong = all.find(([, fact]) => !isFact(fact));
  return (
    wrong &&
    `the fact ${wrong[0]} must be a number, true, false or a text of at most ${MAX_FACT} characters`
  );
}

function isFact(fact: unknown): boolean {
  return isText(fact, MAX_FACT) || typeof fact === 'number' || typeof fact === 'boolean';
}
