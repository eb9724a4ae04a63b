import {
  findRowFaults,
  isFields,
  isNumber,
  isSame,
  readRows,
  writeNumber,
  writeRows,
  type LabelRow,
} from './label-rows.ts';

/** A simulated user as it is edited. */
export interface UserForm {
  readonly goal: string;
  readonly persona: string;
  readonly facts: readonly LabelRow[];
  /** What is typed; empty for the default. */
  readonly maxTurns: string;
}

export interface UserFaults {
  readonly goal: string | undefined;
  readonly persona: string | undefined;
  /** By the position of the row. */
  readonly facts: ReadonlyMap<number, string>;
  readonly maxTurns: string | undefined;
}

export const NEW_USER: UserForm = { goal: '', persona: '', facts: [], maxTurns: '' };

/** `undefined` if the scenario has no simulated user. */
export function readUser(user: unknown): UserForm | undefined {
  if (!isFields(user)) return undefined;
  const { goal, persona, facts, max_turns: maxTurns } = user;
  return {
    goal: typeof goal === 'string' ? goal : '',
    persona: typeof persona === 'string' ? persona : '',
    facts: readRows(facts),
    maxTurns: typeof maxTurns === 'number' ? String(maxTurns) : '',
  };
}

/** The simulated user that a form describes; as it was read if nothing was edited. */
export function writeUser(form: UserForm | undefined, source: unknown): unknown {
  if (isSame(toUser(form), toUser(readUser(source)))) return source;
  return toUser(form);
}

function toUser(form: UserForm | undefined): unknown {
  if (form === undefined) return undefined;
  const { goal, persona, facts, maxTurns } = form;
  return {
    goal,
    ...(persona !== '' && { persona }),
    ...(facts.length > 0 && { facts: writeRows(facts) }),
    ...(maxTurns.trim() !== '' && { max_turns: writeNumber(maxTurns) }),
  };
}

const MAX_TEXT = 4000;
const MAX_FACTS = 50;
const MAX_NAME = 100;
const MAX_FACT = 1000;
export const MAX_USER_TURNS = 50;

export function findUserFaults(form: UserForm): UserFaults {
  const { goal, persona, facts, maxTurns } = form;
  return {
    goal: goal.trim() === '' ? 'Write what the user wants to achieve.' : findLengthFault(goal),
    persona: findLengthFault(persona),
    facts: new Map([...findFactFaults(facts), ...findRowFaults(facts, MAX_FACTS)]),
    maxTurns: isTurnCount(maxTurns)
      ? undefined
      : `Write a whole number from 1 to ${MAX_USER_TURNS}, or leave it empty.`,
  };
}

function findLengthFault(text: string): string | undefined {
  return text.length > MAX_TEXT
    ? `Shorten the text to ${MAX_TEXT} characters; it has ${text.length}.`
    : undefined;
}

function isTurnCount(text: string): boolean {
  if (text.trim() === '') return true;
  const count = Number(text);
  return isNumber(text) && Number.isInteger(count) && count >= 1 && count <= MAX_USER_TURNS;
}

function findFactFaults(facts: readonly LabelRow[]): readonly (readonly [number, string])[] {
  return facts.flatMap(({ name, kind, text }, at) => {
    if (kind === 'kept') {
      return [[at, 'A fact is a text, a number, or yes or no. Remove the row and add it again.']];
    }
    if (name.length > MAX_NAME) return [[at, `Shorten the name to ${MAX_NAME} characters.`]];
    return text.length > MAX_FACT ? [[at, `Shorten the value to ${MAX_FACT} characters.`]] : [];
  });
}
