import { z } from 'zod';
import { boundedRecord, boundedText } from '../shared/bounded.ts';
import { orAbsent } from '../shared/or-absent.ts';
import { CHECK_TYPES, type CheckType } from './check-type.ts';

/** Accepted so that a check result can be posted again as a check. */
const setByService = z.unknown().optional().describe('Ignored in requests; set by the service.');
const Ignored = { passed: setByService, detail: setByService };
const IgnoredIfJudged = { verdict: setByService, evidence: setByService, reason: setByService };

const Common = {
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 characters from a-z, 0-9 and -')
    .optional()
    .describe('Name of the check in gates, for example `checks.<id> >= 0.95`.'),
  optional: z
    .boolean()
    .optional()
    .describe('If true, the run can pass even if this check fails. Default: false.'),
  ...Ignored,
};

const Text = z.string().trim().min(1).max(10_000);
const CaseSensitive = orAbsent(z.boolean().describe('Default: false.'));
const ToolName = boundedText(200, 1);

const ExpectedCall = z.union([
  z.strictObject({
    name: ToolName,
    arguments: orAbsent(
      boundedRecord().describe(
        'Arguments that the call must include. Any arguments match if absent.',
      ),
    ),
  }),
  ToolName.describe('Short form of {"name": …}.'),
]);
export type ExpectedCall = z.infer<typeof ExpectedCall>;

const Tools = z
  .strictObject({
    tools: z
      .array(ExpectedCall)
      .max(20)
      .describe('Expected tool calls, in any order. Each must match a different call.'),
    max_calls: orAbsent(
      z.int().min(0).describe('Maximum number of tool calls. Unlimited if absent.'),
    ),
    ...Common,
  })
  .refine(({ tools, max_calls }) => tools.length > 0 || max_calls !== undefined, {
    path: ['tools'],
    error: 'must list at least one call; to forbid all tool calls, set "max_calls": 0',
  })
  .refine(({ tools, max_calls }) => max_calls === undefined || max_calls >= tools.length, {
    path: ['max_calls'],
    error: 'must be at least the number of calls in "tools"',
  });

/** Limit for the text of a judged check: a longer text is usually several checks. */
const JudgedText = z.string().trim().min(1).max(1000);

const SCHEMAS = {
  text: z.strictObject({
    text: JudgedText.describe(
      'What must hold, in words. A model decides it, and must quote a reply.',
    ),
    ...Common,
    ...IgnoredIfJudged,
  }),
  never: z.strictObject({
    never: JudgedText.describe('What must not happen, in words. A model decides it.'),
    ...Common,
    ...IgnoredIfJudged,
  }),
  contains: z.strictObject({ contains: Text, case_sensitive: CaseSensitive, ...Common }),
  not_contains: z.strictObject({ not_contains: Text, case_sensitive: CaseSensitive, ...Common }),
  regex: z.strictObject({
    regex: boundedText(1000, 1).describe('RE2 syntax. Start with (?i) to ignore case.'),
    ...Common,
  }),
  json_schema: z.strictObject({
    json_schema: boundedRecord().describe(
      'JSON Schema 2020-12, without recursion and without references to other documents.',
    ),
    ...Common,
  }),
  max_words: z.strictObject({ max_words: z.int().min(0), ...Common }),
  latency_ms: z.strictObject({ latency_ms: z.number().positive(), ...Common }),
  tools: Tools,
} satisfies Readonly<Record<CheckType, z.ZodObject>>;

const AnyCheck = z.union(Object.values(SCHEMAS));

/**
 * A condition on a reply or a conversation that does not depend on the reference reply. Its key is its type; a string is
 * short for `{"text": …}`.
 */
export const Check = z
  .preprocess((value: z.input<typeof AnyCheck> | string, context) => {
    if (typeof value === 'string') return { text: value };
    const message = findKeyFault(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
    return value;
  }, AnyCheck)
  .meta({ id: 'Check' });
export type Check = z.infer<typeof AnyCheck>;

const KNOWN = `a check is a sentence, or an object with one of the keys ${CHECK_TYPES.join(', ')}`;

/** Returns an error message for wrong keys: the union alone cannot report which member was meant. */
function findKeyFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `must be a sentence or an object: ${KNOWN}`;
  }
  const keys = Object.keys(value);
  const [type, another] = CHECK_TYPES.filter((key) => keys.includes(key));
  return another === undefined
    ? findUnknownKeys(keys, type)
    : `has the keys ${type} and ${another}: write a separate check for each`;
}

function findUnknownKeys(keys: readonly string[], type: CheckType | undefined): string | undefined {
  const allowed = type === undefined ? Object.keys(Common) : Object.keys(SCHEMAS[type].shape);
  const unknown = keys.filter((key) => !allowed.includes(key));
  if (unknown.length === 0) return type === undefined ? `has no type: ${KNOWN}` : undefined;
  const names = unknown.map((key) => JSON.stringify(key.slice(0, 40))).join(', ');
  return type === undefined
    ? `has no known key, only ${names}: ${KNOWN}`
    : `has unknown keys (${names}); ${type} accepts ${allowed.join(', ')}; ${KNOWN}`;
}

/** The answer of a judge to one check. `untrusted`: a quote is not in the conversation. `failed`: no usable answer. */
export const CheckVerdict = z.enum([
  'met',
  'not_met',
  'not_applicable',
  'cannot_tell',
  'untrusted',
  'failed',
]);
export type CheckVerdict = z.infer<typeof CheckVerdict>;

export const CheckEvidence = z.object({
  turn: z.int().min(0).describe('The turn of the quoted reply, counted from 0.'),
  quote: z.string(),
});
export type CheckEvidence = z.infer<typeof CheckEvidence>;

export const CheckResult = z
  .looseObject({
    passed: z
      .boolean()
      .nullable()
      .describe(
        '`null` if the request failed, the judge gave no usable answer, or the check does not apply.',
      ),
    detail: z.string().describe('Explains the result.'),
    verdict: CheckVerdict.optional().describe('Only judged checks, once they are judged.'),
    evidence: z
      .array(CheckEvidence)
      .optional()
      .describe('Only judged checks: the quotes that support the verdict.'),
    reason: z.string().optional().describe('Only judged checks: the explanation of the judge.'),
  })
  .describe('The posted check with `passed` and `detail`.')
  .meta({ id: 'CheckResult' });
export type CheckResult = z.infer<typeof CheckResult>;
