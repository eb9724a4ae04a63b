import { AppError, boundedName, RunId, toStorable } from '@fairtrial/contracts';
import { readIdempotencyKey, type ProjectGuard, type Reply, type Request } from '@fairtrial/server';
import type { Database } from '../db/connection/open-database.ts';
import type { Caller } from '../runs/commands/start-run.ts';
import { z } from 'zod';
import { Readable } from 'node:stream';

/** For routes that search, count or compare the turns of runs. */
export interface SearchServices {
  readonly database: Database;
  /** Limits the concurrent requests of one project. */
  readonly searchGuard: ProjectGuard;
}

/** For routes that answer with a complete run. */
export interface ExportServices {
  readonly database: Database;
  /** Limits the concurrent requests of one project. */
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

/** A whole number in a query string. */
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

/** Search text; characters that PostgreSQL cannot store are replaced. */
export function searchText(): z.ZodType<string, string> {
  return boundedName().transform((text) => toStorable(text).text);
}

/** A number from 0 to 1 in a query string. */
export function share(): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number);
}

export const JSON_TYPE = 'application/json';

/** Streams a text piece by piece. Only one piece is buffered, because each can be a long reply. */
export function sendPieces(reply: Reply, type: string, pieces: AsyncIterable<string>): Reply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(pieces, { highWaterMark: 1 }));
}
