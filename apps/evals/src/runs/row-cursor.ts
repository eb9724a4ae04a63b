import { AppError, type RowSort } from '@assay/contracts';
import { z } from 'zod';
import type { Row, RowFilter } from '../db/list-rows.ts';

const Ordinal = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const Cursor = z.tuple([z.string(), z.number(), Ordinal, Ordinal]);

/** Where a page of rows ended: how it is sorted, by what, and the place of its last row. */
export function toRowCursor(sort: RowSort, { rank, scenarioNo, turnNo }: Row): string {
  return Buffer.from(JSON.stringify([sort, rank, scenarioNo, turnNo])).toString('base64url');
}

export function readRowCursor(sort: RowSort, text: string): NonNullable<RowFilter['after']> {
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
