import { AppError, boundedName, boundedText, INPUT_LIMITS } from '@fairtrial/contracts';
import { z } from 'zod';
import { unknownDataset } from '../../datasets/save-dataset.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  findDataset,
  findVersion,
  type DatasetKey,
  type DatasetRow,
  type VersionRow,
} from '../../db/datasets/stored-datasets.ts';
import { ordinal } from '../route-helpers.ts';

export const tags = ['datasets'];

/** Names that no dataset can have answer 404. */
export const DatasetParams = z.object({ name: boundedName() });

export const versionQuery = ordinal().optional().describe('Default: the latest.');

export const cursorQuery = boundedText(INPUT_LIMITS.url_chars)
  .optional()
  .describe('The `next_cursor` of the previous page.');

/** The version of a dataset is its entity tag. */
export function toETag(version: number): string {
  return `"${version}"`;
}

export async function loadDataset(tx: SqlExecutor, key: DatasetKey): Promise<DatasetRow> {
  const dataset = await findDataset(tx, key);
  if (dataset === undefined) throw unknownDataset(key.name);
  return dataset;
}

export async function loadVersion(
  tx: SqlExecutor,
  { id, name, latest }: DatasetRow,
  version = latest,
): Promise<VersionRow> {
  const row = await findVersion(tx, id, version);
  if (row !== undefined) return row;
  const detail = `the dataset ${name} has no version ${version}: the latest is ${latest}`;
  throw new AppError('not_found', detail);
}

/** A list item to continue after. Lists keep their version from page to page. */
export function toCursor(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export function readCursor<T>(schema: z.ZodType<T>, cursor: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw badCursor(cause);
  }
}

export function badCursor(cause?: unknown): AppError {
  const detail = 'is not a next_cursor of this list: leave it out to start at the first page';
  const errors = [{ pointer: '/cursor', detail }];
  return new AppError('invalid_request', `cursor ${detail}`, { cause, errors });
}
