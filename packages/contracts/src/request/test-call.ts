import { z } from 'zod';
import { Outcome } from '../result/interaction-result.ts';
import { EndpointError, Protocol } from '../shared/endpoint.ts';
import { orAbsent } from '../shared/or-absent.ts';

/** The body of `POST /test-call`. */
export const TestCall = z
  .looseObject({
    endpoint: z.string().min(1),
    model_id: z.string().min(1),
    message: orAbsent(z.string().min(1).describe('"Hello" where absent.')),
    protocol: orAbsent(z.enum(['auto', ...Protocol.options]).describe('auto where absent.')),
  })
  .meta({ id: 'TestCall' });
export type TestCall = z.infer<typeof TestCall>;

/** The result of a test call. */
export const TestCallResult = z
  .object({
    outcome: Outcome,
    reply: z.string().nullable().describe('Its first 2,000 characters.'),
    error: EndpointError.nullable(),
    latency_ms: z.number(),
    protocol: Protocol,
  })
  .meta({ id: 'TestCallResult' });
export type TestCallResult = z.infer<typeof TestCallResult>;
