import { z } from 'zod';
import { boundedText } from './bounded.ts';

/** How the endpoint under test is spoken to. */
export const Protocol = z.enum(['openai', 'agent', 'prompt']).meta({ id: 'Protocol' });
export type Protocol = z.infer<typeof Protocol>;

const POINTER = /^(\/([^~/]|~[01])*)+$/;

/** A place inside a JSON value (RFC 6901), like `/data/answer/text`. */
export const JsonPointer = boundedText(500, 1)
  .refine((text) => POINTER.test(text), 'must be a JSON Pointer, like /data/answer')
  .meta({ id: 'JsonPointer' });
export type JsonPointer = z.infer<typeof JsonPointer>;

/** Why an endpoint gave no reply. A failed turn is a value, never an exception. */
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
        'Only if the answer has no reply that can be read: where its text most likely is, to be sent as target.reply; null if that is not known.',
      ),
  })
  .meta({ id: 'EndpointError' });
export type EndpointError = z.infer<typeof EndpointError>;
