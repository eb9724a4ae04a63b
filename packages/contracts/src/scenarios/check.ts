import { z } from 'zod';
import { boundedRecord, boundedText, orAbsent } from '../shared/fields.ts';
import { findExcess } from '../json/find-excess.ts';
import { ToolCall } from '../endpoint/model-reply.ts';
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
type ExpectedCall = z.infer<typeof ExpectedCall>;

export const ToolOrder = z.enum(['exact', 'in_order', 'any']);
export type ToolOrder = z.infer<typeof ToolOrder>;

/** Limits of the expected arguments of one check: each is compared with up to 1,000 calls. */
const MAX_ARGUMENTS_LENGTH = 4096;
const MAX_ARGUMENTS_DEPTH = 16;

const Tools = z
  .strictObject({
    calls: setByService,
    calls_left_out: setByService,
    tools: z
      .array(ExpectedCall)
      .max(20)
      .describe(
        'Expected tool calls. Each must match a different call that was made. Their arguments can have 4 kB together and 16 levels.',
      ),
    order: orAbsent(
      ToolOrder.describe(
        '`exact`: these calls in this order and no others. `in_order`: these calls in this order, others are allowed in between. `any` (the default): these calls in any order, others are allowed.',
      ),
    ),
    forbidden: orAbsent(
      z.array(ToolName).max(20).describe('Names of tools that must not be called.'),
    ),
    max_calls: orAbsent(
      z
        .int()
        .min(0)
        .describe(
          'Maximum number of tool calls, at least as many as `tools`. Unlimited if absent.',
        ),
    ),
    ...Common,
  })
  .refine(
    ({ tools, order, forbidden = [], max_calls }) =>
      tools.length + forbidden.length > 0 || order === 'exact' || max_calls !== undefined,
    {
      path: ['tools'],
      error:
        'must list at least one call, or set "forbidden" or "max_calls"; to forbid all tool calls, set "max_calls": 0',
    },
  )
  .refine(({ tools, max_calls }) => max_calls === undefined || max_calls >= tools.length, {
    path: ['max_calls'],
    error: 'must be at least the number of calls in "tools"',
  })
  .refine(({ tools, forbidden = [] }) => tools.every((call) => !forbidden.includes(nameOf(call))), {
    path: ['forbidden'],
    error: 'must not list a tool that "tools" expects; remove it from one of the two',
  })
  .superRefine(({ tools }, context) => {
    const message = findArgumentsFault(tools);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['tools'], message });
  });

function findArgumentsFault(tools: readonly ExpectedCall[]): string | undefined {
  const given = tools.flatMap((call) =>
    typeof call === 'string' || call.arguments === undefined ? [] : JSON.stringify(call.arguments),
  );
  if (given.reduce((sum, { length }) => sum + length, 0) > MAX_ARGUMENTS_LENGTH) {
    return `has more than ${MAX_ARGUMENTS_LENGTH} characters of arguments as JSON: expect only the arguments that matter`;
  }
  const limits = { depth: MAX_ARGUMENTS_DEPTH };
  return given.some((text) => findExcess(text, limits) !== undefined)
    ? `has arguments with more than ${MAX_ARGUMENTS_DEPTH} levels: expect only the arguments that matter`
    : undefined;
}

function nameOf(call: ExpectedCall): string {
  return typeof call === 'string' ? call : call.name;
}

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

/** Keys of a `tools` check that no other check has. */
const ONLY_TOOLS: ReadonlySet<string> = new Set(['forbidden', 'max_calls', 'order']);

function findUnknownKeys(keys: readonly string[], type: CheckType | undefined): string | undefined {
  const ofTools = keys.find((key) => ONLY_TOOLS.has(key));
  if (type === undefined && ofTools !== undefined) {
    return `has "${ofTools}" but not "tools": add "tools": [] to expect no particular calls`;
  }
  const allowed = type === undefined ? Object.keys(Common) : Object.keys(SCHEMAS[type].shape);
  const unknown = keys.filter((key) => !allowed.includes(key));
  if (unknown.length === 0) return type === undefined ? `has no type: ${KNOWN}` : undefined;
  const names = unknown.map((key) => JSON.stringify(key.slice(0, 40))).join(', ');
  return type === undefined
    ? `has no known key, only ${names}: ${KNOWN}`
    : `has unknown keys (${names}); ${type} accepts ${listPosted(SCHEMAS[type].shape).join(', ')}; ${KNOWN}`;
}

/** The keys of a check that are not set by the service. */
function listPosted(shape: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(shape).filter((key) => shape[key] !== setByService);
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

const CheckEvidence = z.object({
  turn: z.int().min(0).describe('The turn of the quoted reply, counted from 0.'),
  quote: z.string(),
});
type CheckEvidence = z.infer<typeof CheckEvidence>;

/**
 * met: the call was expected. missing: the expected call was not made. wrong_arguments: made, but with other arguments.
 * out_of_order: made, but not in the expected order. forbidden, not_expected: must not have been made. other: allowed.
 */
export const ToolCallMark = z.enum([
  'met',
  'missing',
  'wrong_arguments',
  'out_of_order',
  'forbidden',
  'not_expected',
  'other',
]);
export type ToolCallMark = z.infer<typeof ToolCallMark>;

/** One row of the two columns: an expected call and the call that was made for it. */
export const AlignedCall = z
  .object({
    expected: z.object({ name: z.string(), arguments: z.unknown().optional() }).nullable(),
    made: ToolCall.nullable(),
    mark: ToolCallMark,
  })
  .meta({ id: 'AlignedCall' });
export type AlignedCall = z.infer<typeof AlignedCall>;

export const CheckResult = z
  .looseObject({
    passed: z
      .boolean()
      .nullable()
      .describe(
        '`null` if the request failed, the judge gave no usable answer, the endpoint does not report the tool calls that the check reads, or more or longer ones than are stored, or the check does not apply.',
      ),
    detail: z.string().describe('Explains the result.'),
    verdict: CheckVerdict.optional().describe('Only judged checks, once they are judged.'),
    evidence: z
      .array(CheckEvidence)
      .optional()
      .describe('Only judged checks: the quotes that support the verdict.'),
    calls: z
      .array(AlignedCall)
      .optional()
      .describe(
        'Only `tools`: the expected calls next to the calls that were made, at most 100: first those with an expected call, then faults, then others. Long arguments are cut to 2 kB of text that ends with …; `tool_calls` has them whole. Absent if the check was not decided.',
      ),
    calls_left_out: z
      .int()
      .optional()
      .describe('Only `tools`: the number of further calls, which are not listed.'),
    reason: z.string().optional().describe('Only judged checks: the explanation of the judge.'),
  })
  .describe('The posted check with `passed` and `detail`.')
  .meta({ id: 'CheckResult' });
export type CheckResult = z.infer<typeof CheckResult>;
