import type { RowSort } from '@assay/contracts';
import { z } from 'zod';
import type { Row, RowFilter } from '../../db/turns/list-rows.ts';
import { Ordinal, readCursor, writeCursor } from './page-cursor.ts';

const Place = z.tuple([z.number(), Ordinal, Ordinal]);

/** Where a page of rows ended. */
export function toRowCursor(sort: RowSort, { rank, scenarioNo, turnNo }: Row): string {
  return writeCursor(sort, [rank, scenarioNo, turnNo]);
}

export function readRowCursor(sort: RowSort, text: string): NonNullable<RowFilter['after']> {
  return readCursor(sort, text, Place);
}
