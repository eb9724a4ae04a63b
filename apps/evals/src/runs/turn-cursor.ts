import { AppError } from '@assay/contracts';
import { z } from 'zod';
import type { TurnFilter, TurnRow, TurnSort } from '../db/list-turn-rows.ts';

const Ordinal = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const Cursor = z.tuple([z.string(), z.number(), Ordinal, Ordinal, Ordinal]);

/** Where a page ended: how it is sorted, by what, and the place of its last row. */
export function toCursor(sort: TurnSort, { rank, scenarioNo, attemptNo, turnNo }: TurnRow): string {
  const fields = [sort, rank, scenarioNo, attemptNo, turnNo];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

export function readCursor(sort: TurnSort, text: string): NonNullable<TurnFilter['after']> {
  const [of, ...after] = parse(text);
  if (of === sort) return after;
  throw new AppError('invalid_request', `cursor is one of a list with sort=${of}, not ${sort}`);
}

function parse(text: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new AppError('invalid_request', 'cursor is not one that this service gave', { cause });
  }
}
