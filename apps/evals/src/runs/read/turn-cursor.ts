import { z } from 'zod';
import type { TurnFilter, TurnRow, TurnSort } from '../../db/turns/list-turn-rows.ts';
import { Ordinal, readCursor, writeCursor } from './page-cursor.ts';

const Place = z.tuple([z.number(), Ordinal, Ordinal, Ordinal]);

/** Where a page of turns ended. */
export function toTurnCursor(
  sort: TurnSort,
  { rank, scenarioNo, attemptNo, turnNo }: TurnRow,
): string {
  return writeCursor(sort, [rank, scenarioNo, attemptNo, turnNo]);
}

export function readTurnCursor(sort: TurnSort, text: string): NonNullable<TurnFilter['after']> {
  return readCursor(sort, text, Place);
}
