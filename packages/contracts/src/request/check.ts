import { z } from 'zod';
import { orAbsent } from '../shared/or-absent.ts';

/** A result that is posted again brings these along; they are not ours to read. */
const Ignored = {
  passed: z.unknown().optional().describe('Ignored in a request; filled in by the service.'),
  detail: z.unknown().optional().describe('Ignored in a request; filled in by the service.'),
};

const Text = {
  value: z.string().trim().min(1).max(10_000),
  case_sensitive: orAbsent(z.boolean().describe('false where absent.')),
};

const ExpectedCall = z.strictObject({
  name: z.string().min(1).max(200),
  arguments: orAbsent(
    z
      .record(z.string(), z.unknown())
      .describe('What must be among the arguments of the call; any where absent.'),
  ),
});
export type ExpectedCall = z.infer<typeof ExpectedCall>;

/** What a reply must be like, whatever its reference says. */
export const Check = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('contains'), ...Text, ...Ignored }),
    z.strictObject({ type: z.literal('not_contains'), ...Text, ...Ignored }),
    z.strictObject({
      type: z.literal('regex'),
      pattern: z.string().min(1).max(1000).describe('In the syntax of RE2; (?i) ignores case.'),
      ...Ignored,
    }),
    z.strictObject({
      type: z.literal('json_schema'),
      schema: z
        .record(z.string(), z.unknown())
        .describe('JSON Schema 2020-12, without loops and without references to other documents.'),
      ...Ignored,
    }),
    z.strictObject({ type: z.literal('max_words'), max: z.int().min(0), ...Ignored }),
    z.strictObject({ type: z.literal('latency'), max_ms: z.number().positive(), ...Ignored }),
    z
      .strictObject({
        type: z.literal('tool_calls'),
        calls: z.array(ExpectedCall).max(20).describe('In any order.'),
        no_others: orAbsent(z.boolean().describe('Whether calls beside these are a fault.')),
        ...Ignored,
      })
      .refine(({ calls, no_others }) => calls.length > 0 || no_others === true, {
        path: ['calls'],
        error: 'names no call; with no_others: true it says that no tool may be called',
      }),
  ])
  .meta({ id: 'Check' });
export type Check = z.infer<typeof Check>;

/** What was asserted, and what came of it. */
export const CheckResult = z
  .looseObject({
    type: z.enum(Check.options.map((option) => option.shape.type.value)),
    passed: z.boolean(),
    detail: z.string().describe('What was found.'),
  })
  .meta({ id: 'CheckResult' });
export type CheckResult = z.infer<typeof CheckResult>;
