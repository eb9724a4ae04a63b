/** Checks that a model decides. */
const JUDGED_CHECK_TYPES = ['text', 'never'] as const;

/** Checks that code decides. */
const CODE_CHECK_TYPES = [
  'contains',
  'not_contains',
  'regex',
  'json_schema',
  'max_words',
  'latency_ms',
  'tools',
] as const;

export type CodeCheckType = (typeof CODE_CHECK_TYPES)[number];

/** The type of a check is its key: `{"contains": "x"}` has the type `contains`. */
export const CHECK_TYPES = [...JUDGED_CHECK_TYPES, ...CODE_CHECK_TYPES] as const;

export type CheckType = (typeof CHECK_TYPES)[number];

/** True if a model decides the check or its result. */
export function isJudgedCheck(check: object): boolean {
  return JUDGED_CHECK_TYPES.some((key) => Object.hasOwn(check, key));
}

const MAX_NAME_LENGTH = 80;

/** Returns the id of a check; without an id, the beginning of the text of a judged check, or the type of another one. */
export function checkName(check: Readonly<Record<string, unknown>>): string {
  const { id, text, never } = check;
  if (typeof id === 'string') return id;
  if (typeof text === 'string') return shorten(text);
  return typeof never === 'string' ? shorten(`never: ${never}`) : checkType(check);
}

function shorten(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH - 1)}…` : text;
}

/** Returns the type of a check or of its result. Throws if no key is a known type. Browsers load this file: no zod here. */
export function checkType(check: object): CheckType {
  const type = CHECK_TYPES.find((key) => Object.hasOwn(check, key));
  if (type === undefined) throw new TypeError(`not a check: ${Object.keys(check).join(', ')}`);
  return type;
}
