import { Check, isJudgedCheck } from '@fairtrial/contracts';
import { parse } from 'csv-parse/sync';
import { RE2JS } from 're2js';
import { hasFields } from '../item-values.ts';

/** Returns the checks that mean the same, or the reason why there are none. */
type ToChecks = (value: unknown) => readonly object[] | string;

export const NO_TEXT = 'its value is not a text';

/** An assertion with a single text. */
function one(toCheck: (text: string) => object | string): ToChecks {
  return (value) => {
    const texts = [value].flat().map(toText);
    return allOf(texts.map((text) => (text === undefined ? NO_TEXT : toCheck(text))));
  };
}

/** All checks, or the first reason why there is none. */
function allOf(checks: readonly (object | string)[]): readonly object[] | string {
  return checks.find((check) => typeof check === 'string') ?? (checks as readonly object[]);
}

/** An assertion with a list of texts, or with texts separated by commas. */
function several(toCheck: (texts: readonly string[]) => readonly (object | string)[]): ToChecks {
  return (value) => {
    const listed = typeof value === 'string' ? splitList(value) : [value].flat();
    const texts = listed.map(toText);
    const known = texts.filter((text) => text !== undefined && text !== '');
    if (known.length === 0 || known.length < texts.length) return NO_TEXT;
    return allOf(toCheck(known as readonly string[]));
  };
}

function splitList(text: string): readonly unknown[] {
  try {
    return parse(text, { trim: true, relax_column_count: true }).flat();
  } catch {
    return text.split(',').map((part) => part.trim());
  }
}

/** `contains` ignores spaces at both ends of its text, a pattern does not. */
export function contains(text: string, isExact: boolean): object {
  if (text.trim() !== text) return { regex: `${isExact ? '' : '(?i)'}${RE2JS.quote(text)}` };
  return isExact ? { contains: text, case_sensitive: true } : { contains: text };
}

function containsNot(text: string, isExact: boolean): object | string {
  if (text.trim() !== text) return 'its value begins or ends with a space';
  return isExact ? { not_contains: text, case_sensitive: true } : { not_contains: text };
}

function anyOf(texts: readonly string[], flags: string): readonly object[] {
  return [{ regex: `${flags}(?:${texts.map((text) => RE2JS.quote(text)).join('|')})` }];
}

const mustHold = one((text) => ({ text }));
const mustNotHold = one((text) => ({ never: text }));
const CHECKS: Readonly<Record<string, ToChecks>> = {
  contains: one((text) => contains(text, true)),
  icontains: one((text) => contains(text, false)),
  'not-contains': one((text) => containsNot(text, true)),
  'not-icontains': one((text) => containsNot(text, false)),
  'contains-all': several((texts) => texts.map((text) => contains(text, true))),
  'icontains-all': several((texts) => texts.map((text) => contains(text, false))),
  'contains-any': several((texts) => anyOf(texts, '')),
  'icontains-any': several((texts) => anyOf(texts, '(?i)')),
  'not-contains-any': several((texts) => texts.map((text) => containsNot(text, true))),
  'not-icontains-any': several((texts) => texts.map((text) => containsNot(text, false))),
  'starts-with': one((text) => ({ regex: `^${RE2JS.quote(text)}` })),
  regex: one(toRegex),
  'is-json': toSchema,
  'llm-rubric': mustHold,
  'not-llm-rubric': mustNotHold,
  grade: mustHold,
  'model-graded-closedqa': mustHold,
  'not-model-graded-closedqa': mustNotHold,
};

const OWN_CODE = 'code of your own is not run: make it a scorer (fairtrial scorers serve)';
const RANKING = 'it compares the outputs of several prompts';
const REASONS: Readonly<Record<string, string>> = {
  javascript: OWN_CODE,
  python: OWN_CODE,
  ruby: OWN_CODE,
  webhook: OWN_CODE,
  fn: OWN_CODE,
  eval: OWN_CODE,
  cost: 'no check reads the cost; a run reports it',
  'select-best': RANKING,
  'max-score': RANKING,
};
const NO_COUNTERPART = 'no check means the same';
const NEGATED = new Set([
  'not-equals',
  'not-regex',
  'not-starts-with',
  'not-contains-all',
  'not-is-json',
]);

interface Assert {
  readonly type: string;
  readonly value?: unknown;
  readonly threshold?: number | undefined;
}

/** Returns the checks that mean the same as an assertion, or the reason why there are none. */
export function toChecks({ type, value, threshold }: Assert): readonly object[] | string {
  if (type === 'latency') {
    const check = { latency_ms: threshold };
    return Check.safeParse(check).success ? [check] : 'it has no threshold above 0';
  }
  const convert = Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
  if (convert === undefined) return findReason(type);
  const checks = convert(value);
  if (typeof checks === 'string') return checks;
  const isValid = checks.length > 0 && checks.every((check) => Check.safeParse(check).success);
  if (isValid) return checks;
  return checks.some(isJudgedCheck)
    ? 'the text of a check has 1 to 1,000 characters'
    : 'its value is empty or too long';
}

function findReason(type: string): string {
  if (NEGATED.has(type)) return 'no check means the opposite of this';
  const bare = type.replace(/^not-/, '');
  return Object.hasOwn(REASONS, bare) ? (REASONS[bare] ?? NO_COUNTERPART) : NO_COUNTERPART;
}

/** Types that become checks, and those with a reason why they do not. */
export const CHECK_TYPES: readonly string[] = [
  'latency',
  ...[CHECKS, REASONS].flatMap((types) => Object.keys(types)),
];

export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Fairtrial matches in linear time, which some JavaScript syntax does not allow. */
function toRegex(pattern: string): object | string {
  try {
    RE2JS.compile(pattern);
    return { regex: pattern };
  } catch {
    return 'RE2 cannot match this pattern: write it without look-around and back references';
  }
}

export const IN_A_FILE = 'its file is not read';

export function isFile(value: string): boolean {
  return value.startsWith('file://');
}

/** Without a schema any JSON passes. A text is the JSON of the schema. */
function toSchema(value: unknown): readonly object[] | string {
  if (value === undefined || value === null || value === '') return [{ json_schema: {} }];
  if (typeof value === 'string' && isFile(value)) return IN_A_FILE;
  const schema = typeof value === 'string' ? parseJson(value) : value;
  if (!hasFields(schema)) return 'its schema is not an object';
  return /"\$(?:ref|dynamicRef|recursiveRef)"/.test(JSON.stringify(schema))
    ? 'its schema has references: write them out'
    : [{ json_schema: schema }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
