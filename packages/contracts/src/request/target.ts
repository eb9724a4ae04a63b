import { z } from 'zod';
import { JsonPointer } from '../shared/endpoint.ts';
import { orAbsent } from '../shared/or-absent.ts';

/** How the endpoint under test answers, if its replies are of no known shape. */
export const Target = z
  .strictObject({
    reply: orAbsent(
      JsonPointer.describe(
        'Where the text of the reply is in the answer, as a JSON Pointer: /data/answer. Without it, the known reply shapes are tried.',
      ),
    ),
  })
  .meta({ id: 'Target' });
export type Target = z.infer<typeof Target>;
