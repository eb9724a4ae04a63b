import { z } from 'zod';
import { EndpointError, JsonPointer, Outcome, Protocol } from './endpoint.ts';
import { boundedName, boundedText, orAbsent } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { TargetChoice } from './target.ts';

/** The body of `POST /test-call`. */
export const TestCall = z
  .looseObject({
    endpoint: boundedText(INPUT_LIMITS.url_chars, 1),
    model_id: boundedName(1),
    message: orAbsent(boundedText(10_000, 1).describe('Default: "Hello".')),
    protocol: orAbsent(z.enum(['auto', ...Protocol.options]).describe('Default: auto.')),
    target: orAbsent(TargetChoice),
  })
  .meta({ id: 'TestCall' });
export type TestCall = z.infer<typeof TestCall>;

export const TestCallResult = z
  .object({
    outcome: Outcome,
    reply: z.string().nullable().describe('The first 2,000 characters of the reply.'),
    error: EndpointError.nullable(),
    latency_ms: z.number(),
    protocol: Protocol,
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.string().nullable(),
      })
      .nullable()
      .describe(
        'The last request that was sent, without keys, with the first 4,000 characters of the body. `null` if none was sent.',
      ),
    response: z
      .object({ status: z.int(), body: z.string() })
      .nullable()
      .describe(
        'Its response, with the first 4,000 characters of the body. `null` if there was none.',
      ),
    session: z
      .union([z.string(), z.number()])
      .nullable()
      .describe('The id of the session that the next turn would send. `null` without a session.'),
    notes: z
      .array(z.string())
      .describe('What the call shows although it succeeded, for example a pointer to nothing.'),
    proposed_session: JsonPointer.nullable().describe(
      'If no session id could be read: the most likely pointer to it. Send it as target.session.from.',
    ),
    proposed_reply: JsonPointer.nullable().describe(
      'If no reply could be read: the most likely pointer to the reply text. Send it as target.reply.',
    ),
  })
  .meta({ id: 'TestCallResult' });
export type TestCallResult = z.infer<typeof TestCallResult>;
