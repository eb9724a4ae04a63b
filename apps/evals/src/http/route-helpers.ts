import { AppError, boundedName, RunId, toStorable } from '@assay/contracts';
import { readIdempotencyKey, type ProjectGuard, type Reply, type Request } from '@assay/server';
import type { Database } from '../db/connection/open-database.ts';
import type { Caller } from '../runs/commands/start-run.ts';
import { z } from 'zod';
import { Readable } from 'node:stream';

/** Of routes that search, count or compare the turns of runs. */
export interface SearchServices {
  readonly database: Database;
  /** Bounds how many of them one project has under way. */
  readonly searchGuard: ProjectGuard;
}

/** Of routes that answer with all of a run. */
export interface ExportServices {
  readonly database: Database;
  /** Bounds how many of them one project has under way. */
  readonly exportGuard: ProjectGuard;
}

/** The project of the request's API key (`default` without keys), and its Idempotency-Key. */
export function callerOf(request: Request): Caller {
  return { project: projectOf(request), idempotencyKey: readIdempotencyKey(request) };
}

export function projectOf({ caller }: Request): string {
  return caller?.project ?? 'default';
}

export const RunParams = z.object({ run_id: boundedName() });

/** Malformed ids answer 404. */
export function toRunId(text: string): RunId {
  const { data } = RunId.safeParse(text);
  if (data === undefined) throw new AppError('run_not_found', `there is no run ${text}`);
  return data;
}

/** A whole number in a query. */
export function ordinal(most = 2 ** 31 - 1): z.ZodType<number, string> {
  const message = `must be a whole number from 0 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((number) => number <= most, message);
}

export function pageSize(fallback: number, most: number): z.ZodType<number, string | undefined> {
  return ordinal(most)
    .refine((size) => size > 0, 'must be at least 1')
    .default(fallback);
}

/** Text to search for, with the characters replaced that PostgreSQL cannot store. */
export function searchText(): z.ZodType<string, string> {
  return boundedName().transform((text) => toStorable(text).text);
}

/** A number from 0 to 1 in a query. */
export function share(): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number);
}

export const JSON_TYPE = 'application/json';

/** Streams a text that is written piece by piece. One piece is in memory at a time: each may be a long reply. */
export function sendPieces(reply: Reply, type: string, pieces: AsyncIterable<string>): Reply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(pieces, { highWaterMark: 1 }));
}
