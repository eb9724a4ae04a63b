import { z } from 'zod';
import { boundedText } from '../shared/fields.ts';

/** Wire protocol of the endpoint under test. */
export const Protocol = z
  .enum(['openai', 'responses', 'agent', 'prompt', 'custom'])
  .meta({ id: 'Protocol' });
export type Protocol = z.infer<typeof Protocol>;

const POINTER = /^(\/([^~/]|~[01])*)+$/;

/** RFC 6901, for example `/data/answer/text`. */
export const JsonPointer = boundedText(500, 1)
  .refine((text) => POINTER.test(text), 'must be a JSON Pointer, like /data/answer')
  .meta({ id: 'JsonPointer' });
export type JsonPointer = z.infer<typeof JsonPointer>;

export const Outcome = z.enum(['answered', 'endpoint_failed']);
export type Outcome = z.infer<typeof Outcome>;

/** The reason why a turn has no reply. A failed turn is a value, never an exception. */
export const EndpointErrorKind = z.enum([
  'bad_endpoint',
  'blocked',
  'connect',
  'timeout',
  'http',
  'rate_limit',
  'auth',
  'bad_response',
  'circuit_open',
]);
export type EndpointErrorKind = z.infer<typeof EndpointErrorKind>;

export const EndpointError = z
  .object({
    kind: EndpointErrorKind,
    status: z.int().nullable(),
    message: z.string(),
    tries: z.int(),
    elapsed_ms: z.number(),
    proposed_reply: JsonPointer.nullable()
      .optional()
      .describe(
        'Only if no reply could be read from the response: the most likely pointer to the reply text, for target.reply. `null` if unknown.',
      ),
    proposed_session: JsonPointer.nullable()
      .optional()
      .describe(
        'Only if no session id could be read from the response: the most likely pointer to it, for target.session.from. `null` if unknown.',
      ),
  })
  .meta({ id: 'EndpointError' });
export type EndpointError = z.infer<typeof EndpointError>;
