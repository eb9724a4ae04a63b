import { z } from 'zod';
import { JsonPointer } from '../shared/endpoint.ts';
import { orAbsent } from '../shared/or-absent.ts';

/** Describes the response of the endpoint under test if its shape is not a known one. */
export const Target = z
  .strictObject({
    reply: orAbsent(
      JsonPointer.describe(
        'JSON Pointer to the reply text in the response, for example /data/answer. If absent, the known reply shapes are tried.',
      ),
    ),
  })
  .meta({ id: 'Target' });
export type Target = z.infer<typeof Target>;
