import type { RowFilter, InteractionRow } from '../../db/turns/interaction-rows.ts';
import { AppError, type RowSort } from '@fairtrial/contracts';
import { z } from 'zod';
import type { TurnFilter, TurnRow } from '../../db/turns/list-turn-rows.ts';

/** Starts at 0; at most the largest integer of the database. */
const Ordinal = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const RowPosition = z.tuple([z.number(), Ordinal, Ordinal]);
const TurnCursorPosition = z.tuple([z.number(), Ordinal, Ordinal, Ordinal]);

/** The cursor after a row: the next page starts after it. */
export function toRowCursor(sort: RowSort, { rank, scenarioNo, turnNo }: InteractionRow): string {
  return writeCursor(sort, [rank, scenarioNo, turnNo]);
}

export function readRowCursor(sort: RowSort, cursor: string): NonNullable<RowFilter['after']> {
  return readCursor(sort, cursor, RowPosition);
}

/** The cursor after a turn: the next page starts after it. */
export function toTurnCursor(
  sort: TurnFilter['sort'],
  { rank, scenarioNo, attemptNo, turnNo }: TurnRow,
): string {
  return writeCursor(sort, [rank, scenarioNo, attemptNo, turnNo]);
}

export function readTurnCursor(
  sort: TurnFilter['sort'],
  cursor: string,
): NonNullable<TurnFilter['after']> {
  return readCursor(sort, cursor, TurnCursorPosition);
}

/** A cursor is the sort order of a list and the position of the last row of a page. */
function writeCursor(sort: string, position: readonly number[]): string {
  return Buffer.from(JSON.stringify([sort, ...position])).toString('base64url');
}

function readCursor<Position>(sort: string, cursor: string, schema: z.ZodType<Position>): Position {
  const [cursorSort, position] = parseCursor(cursor, schema);
  if (cursorSort === sort) return position;
  const detail = `cursor belongs to a list with sort=${cursorSort}, not ${sort}`;
  throw new AppError('invalid_request', detail);
}

function parseCursor<Position>(
  cursor: string,
  schema: z.ZodType<Position>,
): readonly [string, Position] {
  try {
    const [sort, ...position] = z
      .tuple([z.string()], z.unknown())
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return [sort, schema.parse(position)];
  } catch (cause) {
    throw new AppError(
      'invalid_request',
      'cursor is not valid; use next_cursor of the previous page',
      { cause },
    );
  }
}
