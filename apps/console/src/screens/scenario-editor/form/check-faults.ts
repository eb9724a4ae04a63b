import type { CheckType } from '@fairtrial/contracts/plain';
import { findCheckFaults as findShapeFaults } from '../../../batch/find-check-faults.ts';
import { splitNames, type CheckForm } from './check-form.ts';
import { findRowFaults, isNumber } from './label-rows.ts';

export type CheckScope = 'reply' | 'conversation';

/** What is wrong with a check, by the field of the form. The service has the same rules. */
export type CheckFaults = Partial<
  Readonly<Record<'type' | 'value' | 'fields' | 'calls' | 'forbidden' | 'maxCalls' | 'id', string>>
>;

const MAX_JUDGED_LENGTH = 1000;
const MAX_TEXT_LENGTH = 10_000;
const MAX_PATTERN_LENGTH = 1000;
const MAX_TOOL_NAME = 200;
const MAX_TOOLS = 20;
const MAX_KEYS = 1000;
const ID = /^[a-z0-9-]{1,64}$/;

export function findCheckFaults(form: CheckForm, scope: CheckScope): CheckFaults {
  if (form.type === 'kept') return findKeptFault(form.source, scope);
  const faults = { ...findValueFaults(form, form.type), ...findTypeFault(form.type, scope) };
  if (form.id === '' || ID.test(form.id)) return faults;
  return { ...faults, id: 'Use 1 to 64 characters from a-z, 0-9 and -, for example asks-first.' };
}

function findKeptFault(source: unknown, scope: CheckScope): CheckFaults {
  let faults: CheckFaults = {};
  findShapeFaults([source], {
    pointer: '',
    scope,
    report: ({ text }) => {
      faults = { type: text };
    },
  });
  return faults;
}

function findTypeFault(type: CheckType, scope: CheckScope): CheckFaults {
  if (scope === 'reply' || type !== 'json_schema') return {};
  return { type: 'A conversation has several replies: add this check to one of the turns.' };
}

function findValueFaults(form: CheckForm, type: CheckType): CheckFaults {
  if (type === 'tools') return findToolsFaults(form);
  const value = VALUE_RULES[type](form);
  if (value === undefined) return {};
  return type === 'json_schema' ? { fields: value } : { value };
}

const VALUE_RULES: Readonly<
  Record<Exclude<CheckType, 'tools'>, (form: CheckForm) => string | undefined>
> = {
  text: ({ value }) => findTextFault(value, MAX_JUDGED_LENGTH, 'Write a sentence.'),
  never: ({ value }) => findTextFault(value, MAX_JUDGED_LENGTH, 'Write a sentence.'),
  contains: ({ value }) => findTextFault(value, MAX_TEXT_LENGTH, 'Write the text to look for.'),
  not_contains: ({ value }) => findTextFault(value, MAX_TEXT_LENGTH, 'Write the text to look for.'),
  regex: ({ value }) => findPatternFault(value),
  max_words: ({ value }) => (isCount(value) ? undefined : 'Write a whole number, for example 60.'),
  latency_ms: ({ value }) =>
    isNumber(value) && Number(value) > 0
      ? undefined
      : 'Write the number of milliseconds, for example 5000 for 5 seconds.',
  json_schema: ({ fields }) => {
    const rows = fields.map(({ name }) => ({ name, kind: 'text' as const, text: '' }));
    return firstOf(findRowFaults(rows, MAX_KEYS));
  },
};

function isCount(text: string): boolean {
  return isNumber(text) && Number.isInteger(Number(text)) && Number(text) >= 0;
}

function findTextFault(text: string, max: number, ifEmpty: string): string | undefined {
  if (text.trim() === '') return ifEmpty;
  return text.trim().length > max
    ? `Shorten the text to ${max} characters; it has ${text.trim().length}.`
    : undefined;
}

/** The service reads patterns as RE2, which looks neither ahead nor behind and has no back-references. */
const NOT_IN_RE2 = /\(\?<?[=!]|(?<!\\)(?:\\\\)*\\[1-9]/;
/** RE2 has flags that apply from here on, and another way to name a group. */
const ONLY_IN_RE2: readonly (readonly [RegExp, string])[] = [
  [/\(\?[imsU-]+\)/g, ''],
  [/\(\?[imsU-]+:/g, '(?:'],
  [/\(\?P</g, '(?<'],
];

function findPatternFault(pattern: string): string | undefined {
  if (pattern === '') return 'Write a pattern, for example \\d{4} for four digits.';
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return `Shorten the pattern to ${MAX_PATTERN_LENGTH} characters; it has ${pattern.length}.`;
  }
  if (NOT_IN_RE2.test(pattern)) {
    return 'Patterns cannot look ahead or behind, or repeat a group by its number. Write it without.';
  }
  const readable = ONLY_IN_RE2.reduce((text, [from, to]) => text.replace(from, to), pattern);
  try {
    RegExp(readable);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.split(': ').at(-1) : undefined;
    return `This is not a valid pattern${why === undefined ? '' : ` (${why})`}. To look for a text as it is, choose "Contains a text".`;
  }
}

function findToolsFaults(form: CheckForm): CheckFaults {
  const calls = findCallsFault(form);
  const forbidden = findForbiddenFault(form);
  const maxCalls = findMaxCallsFault(form);
  return {
    ...(calls && { calls }),
    ...(forbidden && { forbidden }),
    ...(maxCalls && { maxCalls }),
  };
}

function findCallsFault({ calls, order, forbidden, maxCalls }: CheckForm): string | undefined {
  const isEmpty = calls.length === 0 && forbidden.trim() === '' && maxCalls.trim() === '';
  if (isEmpty && order !== 'exact') {
    return 'Add a call, or say which tools must not be called, or how many calls are allowed.';
  }
  if (calls.length > MAX_TOOLS) return `Remove calls: there can be at most ${MAX_TOOLS}.`;
  if (calls.some(({ name }) => name === '')) return 'Write the name of each tool.';
  if (calls.some(({ name }) => name.length > MAX_TOOL_NAME)) {
    return `Shorten the names of tools to ${MAX_TOOL_NAME} characters.`;
  }
  return calls.map(({ rows }) => firstOf(findRowFaults(rows, MAX_KEYS))).find(Boolean);
}

function findForbiddenFault({ calls, forbidden }: CheckForm): string | undefined {
  const names = splitNames(forbidden);
  const both = calls.find(({ name }) => names.includes(name));
  if (both) return `${both.name} is also expected above. Remove it from one of the two.`;
  return names.length > MAX_TOOLS ? `Name at most ${MAX_TOOLS} tools.` : undefined;
}

function findMaxCallsFault({ calls, maxCalls }: CheckForm): string | undefined {
  if (maxCalls.trim() === '') return undefined;
  if (!isCount(maxCalls)) {
    return 'Write a whole number, or leave it empty. 0 forbids all tool calls.';
  }
  return Number(maxCalls) < calls.length
    ? `Allow at least ${calls.length}: that many calls are expected above.`
    : undefined;
}

function firstOf(faults: ReadonlyMap<number, string>): string | undefined {
  return [...faults.values()][0];
}
