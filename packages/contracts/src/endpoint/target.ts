import { z } from 'zod';
import { boundedText, orAbsent } from '../shared/fields.ts';
import { JsonPointer } from './endpoint.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { findTargetFaults } from './target-faults.ts';

const Path = boundedText(INPUT_LIMITS.url_chars, 1).describe(
  'Path and query on the origin of the endpoint, for example /api/chat/{{session}}. Default: those of the endpoint.',
);
const Method = z.enum(['POST', 'PUT', 'GET']).describe('Default: POST.');
/** `null` is treated as absent. Not `orAbsent`, which would make the field required in the OpenAPI document. */
const Body = z
  .unknown()
  .transform((value): unknown => value ?? undefined)
  .optional()
  .describe('JSON with placeholders such as {{user_message}}. Sent as application/json.');

/** How a session is opened, and where its id is. */
const TargetSession = z.strictObject({
  from: JsonPointer.describe(
    'JSON Pointer to the id of the session: in the response of `open`, else in the response of each turn.',
  ),
  open: orAbsent(
    z
      .strictObject({ method: orAbsent(Method), path: Path, body: Body })
      .describe('A request that opens the session, sent once before the first turn.'),
  ),
});

const STREAM = /^sse:\//;

/** Of the stored targets of a project. Their list has all of them, so each is small. */
export const TARGET_LIMITS = { targets: 100, bytes: 64 * 1024 } as const;

/** How to call the endpoint under test and read its response, if its API is not a known one. */
export const Target = z
  .strictObject({
    method: orAbsent(Method),
    path: orAbsent(Path),
    headers: orAbsent(
      z
        .record(boundedText(100, 1), boundedText(2000))
        .describe('Headers with placeholders. Keys and cookies are not allowed here.'),
    ),
    body: Body,
    reply: orAbsent(
      JsonPointer.describe(
        'JSON Pointer to the reply text in the response, for example /data/answer. If absent, the known reply shapes are tried.',
      ),
    ),
    metadata: orAbsent(JsonPointer.describe('JSON Pointer to the annotations of the reply.')),
    tool_calls: orAbsent(JsonPointer.describe('JSON Pointer to the list of tool calls.')),
    session: orAbsent(TargetSession),
    stream: orAbsent(
      boundedText(504, 5)
        .refine(
          (text) => STREAM.test(text) && JsonPointer.safeParse(text.slice(4)).success,
          'must be sse: and a JSON Pointer, like sse:/delta/text',
        )
        .describe(
          'For endpoints that only stream: `sse:` and the pointer to the text in each event.',
        ),
    ),
  })
  .superRefine((target, context) => {
    for (const { path, message } of findTargetFaults(target)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  })
  .meta({ id: 'Target' });
export type Target = z.infer<typeof Target>;

/** The name of a stored target. */
export const TargetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be 1 to 64 characters from a-z, 0-9 and -');

/** A target, or the name of a stored one. */
export const TargetChoice = z.union([Target, TargetName]);

/** A target that is stored for its project, so that requests can name it. */
export const StoredTarget = z
  .object({ name: TargetName, target: Target, updated_at: z.iso.datetime() })
  .meta({ id: 'StoredTarget' });
export type StoredTarget = z.infer<typeof StoredTarget>;

export const StoredTargets = z
  .object({ targets: z.array(StoredTarget) })
  .meta({ id: 'StoredTargets' });
export type StoredTargets = z.infer<typeof StoredTargets>;
