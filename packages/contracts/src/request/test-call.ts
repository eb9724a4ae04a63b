import { z } from 'zod';
import { Outcome } from '../result/interaction-result.ts';
import { EndpointError, JsonPointer, Protocol } from '../shared/endpoint.ts';
import { boundedName, boundedText } from '../shared/bounded.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { orAbsent } from '../shared/or-absent.ts';
import { Target } from './target.ts';

/** The body of `POST /test-call`. */
export const TestCall = z
  .looseObject({
    endpoint: boundedText(INPUT_LIMITS.url_chars, 1),
    model_id: boundedName(1),
    message: orAbsent(boundedText(10_000, 1).describe('Default: "Hello".')),
    protocol: orAbsent(z.enum(['auto', ...Protocol.options]).describe('Default: auto.')),
    target: orAbsent(Target),
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
    proposed_reply: JsonPointer.nullable().describe(
      'If no reply could be read: the most likely pointer to the reply text. Send it as target.reply.',
    ),
  })
  .meta({ id: 'TestCallResult' });
export type TestCallResult = z.infer<typeof TestCallResult>;
