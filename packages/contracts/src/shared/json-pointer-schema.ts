import type { z } from 'zod';
import { boundedText } from './bounded.ts';

const POINTER = /^(\/([^~/]|~[01])*)+$/;

/** A place inside a JSON value (RFC 6901), like `/data/answer/text`. */
export const JsonPointer = boundedText(500, 1)
  .refine((text) => POINTER.test(text), 'must be a JSON Pointer, like /data/answer')
  .meta({ id: 'JsonPointer' });
export type JsonPointer = z.infer<typeof JsonPointer>;
