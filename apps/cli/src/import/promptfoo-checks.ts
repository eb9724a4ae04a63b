import { Check, isJudgedCheck } from '@assay/contracts';
import { RE2JS } from 're2js';
import { z } from 'zod';

export const PromptfooAssert = z.looseObject({
  type: z.string(),
  value: z.unknown().optional(),
  threshold: z.number().optional(),
});
export type PromptfooAssert = z.infer<typeof PromptfooAssert>;

/** The expectations on a reply: a reference and checks. */
export interface Expected {
  readonly reference: string | undefined;
  readonly checks: readonly object[];
  /** Everything that Assay has no counterpart for, one sentence each. */
  readonly lost: readonly string[];
}

/** Assertion types whose value is a reference answer. */
const REFERENCES = new Set([
  'equals',
  'similar',
  'factuality',
  'model-graded-factuality',
  'levenshtein',
  'rouge-n',
  'bleu',
  'meteor',
]);

type ToCheck = (value: string) => object | undefined;
const contains: ToCheck = (value) => ({ contains: value });
const mustHold: ToCheck = (value) => ({ text: value });
const mustNotHold: ToCheck = (value) => ({ never: value });
const CHECKS: Readonly<Record<string, ToCheck>> = {
  contains: (value) => ({ contains: value, case_sensitive: true }),
  icontains: contains,
  'not-contains': (value) => ({ not_contains: value, case_sensitive: true }),
  'not-icontains': (value) => ({ not_contains: value }),
  'contains-all': (value) => ({ contains: value, case_sensitive: true }),
  'icontains-all': contains,
  regex: toRegex,
  'llm-rubric': mustHold,
  'not-llm-rubric': mustNotHold,
  grade: mustHold,
  'model-graded-closedqa': mustHold,
  'not-model-graded-closedqa': mustNotHold,
};

export function toExpected(asserts: readonly PromptfooAssert[]): Expected {
  const reference = asserts.find(
    ({ type, value }) => REFERENCES.has(type) && typeof value === 'string',
  );
  const checks = asserts.flatMap(toChecks);
  const unknown = asserts.filter(
    (one) => one !== reference && !REFERENCES.has(one.type) && toChecks(one).length === 0,
  );
  const graded = asserts.filter(
    (one) => one.threshold !== undefined && toChecks(one).some(isJudgedCheck),
  );
  return {
    reference: reference && String(reference.value),
    checks,
    lost: [
      ...unknown.map(({ type }) => `checks of the type ${type} have no counterpart`),
      ...graded.map(({ type }) => `the threshold of ${type} left out: the check passes or fails`),
    ],
  };
}

function toChecks({ type, value, threshold }: PromptfooAssert): readonly object[] {
  if (type === 'latency') return threshold === undefined ? [] : [{ latency_ms: threshold }];
  const check = Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
  if (check === undefined) return [];
  return [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? (check(one) ?? []) : []))
    .filter((one) => Check.safeParse(one).success);
}

/**
 * `undefined` if RE2 cannot compile the pattern: Assay matches in linear time, which some JavaScript syntax does not
 * allow.
 */
function toRegex(pattern: string): object | undefined {
  try {
    RE2JS.compile(pattern);
    return { regex: pattern };
  } catch {
    return undefined;
  }
}

/** A cell of the column `__expected`: an assertion type before a colon, or the reference answer itself. */
export function parseExpectedCell(cell: string): PromptfooAssert | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  const [, type = '', threshold, value = ''] =
    /^([a-z-]+)(?:\(([\d.]+)\))?:([\s\S]*)$/.exec(text) ?? [];
  if (!REFERENCES.has(type) && !Object.hasOwn(CHECKS, type) && !OTHERS.has(type)) {
    return { type: 'equals', value: text };
  }
  return { type, value: value.trim(), ...(threshold ? { threshold: Number(threshold) } : {}) };
}

const OTHERS = new Set([
  'fn',
  'eval',
  'javascript',
  'python',
  'is-json',
  'contains-json',
  'contains-any',
  'icontains-any',
]);
