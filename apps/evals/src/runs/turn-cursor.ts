import { AppError } from '@assay/contracts';
import { z } from 'zod';
import type { TurnFilter, TurnRow } from '../db/list-turn-rows.ts';

const Ordinal = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const Cursor = z.tuple([z.number(), Ordinal, Ordinal, Ordinal]);

/** Where a page ended: what it is sorted by, and the place of its last row. */
export function toCursor({ rank, scenarioNo, attemptNo, turnNo }: TurnRow): string {
  return Buffer.from(JSON.stringify([rank, scenarioNo, attemptNo, turnNo])).toString('base64url');
}

export function readCursor(text: string): NonNullable<TurnFilter['after']> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new AppError('invalid_request', 'cursor is not one that this service gave', { cause });
  }
}
