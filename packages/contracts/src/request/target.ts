import { z } from 'zod';
import { boundedText } from '../shared/bounded.ts';
import { orAbsent } from '../shared/or-absent.ts';

const POINTER = /^(\/([^~/]|~[01])*)+$/;

/** A place inside a JSON value (RFC 6901), like `/data/answer/text`. */
export const JsonPointer = boundedText(500, 1)
  .refine((text) => POINTER.test(text), 'must be a JSON Pointer, like /data/answer')
  .meta({ id: 'JsonPointer' });
export type JsonPointer = z.infer<typeof JsonPointer>;

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
