import { AppError } from '@assay/contracts';
import { z } from 'zod';

/** A place in a run: as large as the database's own numbers. */
export const Ordinal = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Where a page ended, as callers hand it back: how it is sorted, and the place of its last row. */
export function writeCursor(sort: string, place: readonly number[]): string {
  return Buffer.from(JSON.stringify([sort, ...place])).toString('base64url');
}

export function readCursor<Place>(sort: string, text: string, place: z.ZodType<Place>): Place {
  const [of, after] = parse(text, place);
  if (of === sort) return after;
  throw new AppError('invalid_request', `cursor is one of a list with sort=${of}, not ${sort}`);
}

function parse<Place>(text: string, place: z.ZodType<Place>): readonly [string, Place] {
  try {
    const [of, ...after] = z
      .tuple([z.string()], z.unknown())
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return [of, place.parse(after)];
  } catch (cause) {
    throw new AppError('invalid_request', 'cursor is not one that this service gave', { cause });
  }
}
