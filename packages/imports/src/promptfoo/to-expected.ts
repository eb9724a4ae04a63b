import { z } from 'zod';
import type { ImportLog } from '../import-log.ts';
import { IN_A_FILE, isFile, NO_TEXT, toChecks, toText } from './to-checks.ts';

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
}

/** Assertion types whose value is a reference answer. */
export const REFERENCES = new Set([
  'equals',
  'similar',
  'similar:cosine',
  'similar:dot',
  'similar:euclidean',
  'factuality',
  'model-graded-factuality',
  'levenshtein',
  'rouge-n',
  'bleu',
  'gleu',
  'meteor',
]);

const KNOWN = ['type', 'value', 'threshold', 'weight'];
const FIELDS = {
  metric: 'a check has no metric: name it with id',
  provider: 'judges are set in the run',
  rubricPrompt: 'judges have their own prompt',
};

/** Converts the assertions of one test. `prefix` is the path of the test, such as `tests.`. */
export function toExpected(
  asserts: readonly PromptfooAssert[],
  prefix: string,
  log: ImportLog,
): Expected {
  let reference: string | undefined;
  const checks: object[] = [];
  for (const stated of asserts.flatMap((each) => openSet(each, prefix, log))) {
    const { type } = stated;
    const found = convert(stated, reference);
    if (typeof found === 'string') {
      log.lose(`${prefix}assert (${type})`, found);
      continue;
    }
    reference ??= found.reference;
    checks.push(...found.checks);
    if (type === 'equals') log.note(NOT_EXACT);
    loseFields(stated, { prefix, isReference: found.checks.length === 0, log });
  }
  return { reference, checks };
}

/** The reference or the checks of an assertion, or the reason why it has neither. */
function convert(stated: PromptfooAssert, before: string | undefined): Expected | string {
  const { value, transform, contextTransform } = stated;
  if (transform !== undefined || contextTransform !== undefined) {
    return 'it reads a part of the reply that code chooses';
  }
  const found = convertValue(stated, before);
  if (typeof found === 'string') return found;
  const texts = [value].flat().filter((one) => typeof one === 'string');
  if (texts.some(isFile)) return IN_A_FILE;
  return texts.some((text) => /\{\{|\{%/.test(text)) ? UNFILLED : found;
}

const UNFILLED =
  'its value has {{…}} or {%…%}: only {{name}} and {{name.inner}} of a variable are filled in';

function convertValue(stated: PromptfooAssert, before: string | undefined): Expected | string {
  const { type, value, weight } = stated;
  if (REFERENCES.has(type)) {
    const reference = toText(value);
    if (reference === undefined) return NO_TEXT;
    return before === undefined ? { reference, checks: [] } : 'a reply has one reference';
  }
  const checks = toChecks(stated);
  if (typeof checks === 'string') return checks;
  const optional = weight === 0 ? { optional: true } : {};
  return { reference: undefined, checks: checks.map((check) => ({ ...check, ...optional })) };
}

const NOT_EXACT = 'equals became the reference reply: replies get a score for how close they are';

/** All assertions of a set without a threshold must pass, as if they were outside it. */
function openSet(
  stated: PromptfooAssert,
  prefix: string,
  log: ImportLog,
): readonly PromptfooAssert[] {
  if (stated.type !== 'assert-set') return [stated];
  const inner = z.array(PromptfooAssert).safeParse(stated['assert']).data;
  const { threshold } = stated;
  if (inner === undefined || (threshold !== undefined && threshold !== 1)) {
    const why = 'no check means "some of these": write the conditions as one sentence';
    log.lose(`${prefix}assert (assert-set)`, why);
    return [];
  }
  const known = ['type', 'assert', 'threshold'];
  const why = 'the checks of a set count on their own';
  log.loseOthers(stated, { prefix: `${prefix}assert.`, known, why });
  return inner.filter((each) => {
    if (each.type !== 'assert-set') return true;
    log.lose(`${prefix}assert (assert-set)`, 'a set in a set is not read');
    return false;
  });
}

interface Losing {
  readonly prefix: string;
  readonly isReference: boolean;
  readonly log: ImportLog;
}

function loseFields(stated: PromptfooAssert, { prefix, isReference, log }: Losing): void {
  const { type, threshold, weight } = stated;
  const path = `${prefix}assert.`;
  if (threshold !== undefined && type !== 'latency') {
    const why = isReference
      ? `${type} became the reference reply: the run has a pass threshold`
      : `${type} became a check, which passes or fails`;
    log.lose(`${path}threshold`, why);
  }
  const isOptional = weight === 0 && !isReference;
  if (weight !== undefined && weight !== 1 && !isOptional) {
    log.lose(`${path}weight`, 'checks have no weight');
  }
  const why = 'a check has no such field';
  log.loseOthers(stated, { prefix: path, known: KNOWN, reasons: FIELDS, why });
}
