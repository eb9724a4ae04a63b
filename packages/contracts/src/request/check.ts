import { z } from 'zod';
import { boundedRecord, boundedText } from '../shared/bounded.ts';
import { orAbsent } from '../shared/or-absent.ts';
import { CHECK_TYPES, type CheckType } from './check-type.ts';

/** A result can be posted again as a check. */
const Ignored = {
  passed: z.unknown().optional().describe('Ignored in a request; filled in by the service.'),
  detail: z.unknown().optional().describe('Ignored in a request; filled in by the service.'),
};

/** Fields of every type of check. */
const Common = {
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and -')
    .optional()
    .describe('A name for gates: `checks.<id> >= 0.95`.'),
  optional: z
    .boolean()
    .optional()
    .describe('true: a run passes although the check failed. false if absent.'),
  ...Ignored,
};

const Text = z.string().trim().min(1).max(10_000);
const CaseSensitive = orAbsent(z.boolean().describe('false if absent.'));
const ToolName = boundedText(200, 1);

const ExpectedCall = z.union([
  z.strictObject({
    name: ToolName,
    arguments: orAbsent(
      boundedRecord().describe(
        'These must be among the arguments of the call; any arguments if absent.',
      ),
    ),
  }),
  ToolName.describe('Short for {"name": …}.'),
]);
export type ExpectedCall = z.infer<typeof ExpectedCall>;

const Tools = z
  .strictObject({
    tools: z
      .array(ExpectedCall)
      .max(20)
      .describe('Calls of tools, in any order; each is paired with a call of its own.'),
    max_calls: orAbsent(
      z.int().min(0).describe('How many calls of tools there may be; any number if absent.'),
    ),
    ...Common,
  })
  .refine(({ tools, max_calls }) => tools.length > 0 || max_calls !== undefined, {
    path: ['tools'],
    error: 'names no call; with "max_calls": 0 it says that no tool may be called',
  })
  .refine(({ tools, max_calls }) => max_calls === undefined || max_calls >= tools.length, {
    path: ['max_calls'],
    error: 'is less than the number of calls in "tools"',
  });

/** The schema of each type of check. */
const SCHEMAS = {
  contains: z.strictObject({ contains: Text, case_sensitive: CaseSensitive, ...Common }),
  not_contains: z.strictObject({ not_contains: Text, case_sensitive: CaseSensitive, ...Common }),
  regex: z.strictObject({
    regex: boundedText(1000, 1).describe('In the syntax of RE2; (?i) ignores case.'),
    ...Common,
  }),
  json_schema: z.strictObject({
    json_schema: boundedRecord().describe(
      'JSON Schema 2020-12, without loops and without references to other documents.',
    ),
    ...Common,
  }),
  max_words: z.strictObject({ max_words: z.int().min(0), ...Common }),
  latency_ms: z.strictObject({ latency_ms: z.number().positive(), ...Common }),
  tools: Tools,
} satisfies Readonly<Record<CheckType, z.ZodObject>>;

const AnyCheck = z.union(Object.values(SCHEMAS));

/** A condition that the reply must meet, whatever its reference says. It is named by its key. */
export const Check = z
  .preprocess((value: z.input<typeof AnyCheck>, context) => {
    const message = findKeyFault(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
    return value;
  }, AnyCheck)
  .meta({ id: 'Check' });
export type Check = z.infer<typeof AnyCheck>;

const KNOWN = `a check has one of the keys ${CHECK_TYPES.join(', ')}`;

/** Says what is wrong with the keys of a check. A union alone cannot tell which of its members was meant. */
function findKeyFault(value: unknown): string | undefined {
  if (typeof value === 'string') return `judged checks are not supported yet: ${KNOWN}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `must be an object: ${KNOWN}`;
  }
  const keys = Object.keys(value);
  if (keys.includes('text') || keys.includes('never')) {
    return `judged checks ("text", "never") are not supported yet: ${KNOWN}`;
  }
  const [type, another] = CHECK_TYPES.filter((key) => keys.includes(key));
  return another === undefined
    ? findUnknownKeys(keys, type)
    : `has the keys ${type} and ${another}: write one check for each`;
}

function findUnknownKeys(keys: readonly string[], type: CheckType | undefined): string | undefined {
  const allowed = type === undefined ? Object.keys(Common) : Object.keys(SCHEMAS[type].shape);
  const unknown = keys.filter((key) => !allowed.includes(key));
  if (unknown.length === 0) return type === undefined ? `has no key: ${KNOWN}` : undefined;
  const names = unknown.map((key) => JSON.stringify(key.slice(0, 40))).join(', ');
  return type === undefined
    ? `has no known key, only ${names}: ${KNOWN}`
    : `has unknown keys (${names}); ${type} knows ${allowed.join(', ')}; ${KNOWN}`;
}

/** A check as it was posted, and whether it holds. */
export const CheckResult = z
  .looseObject({
    passed: z.boolean().nullable().describe('null if the request failed.'),
    detail: z.string().describe('What was found.'),
  })
  .describe('The check as it was posted, with `passed` and `detail`.')
  .meta({ id: 'CheckResult' });
export type CheckResult = z.infer<typeof CheckResult>;
