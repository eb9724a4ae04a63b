import { AppError, RunId, toPointer } from '@fairtrial/contracts';
import { readIdempotencyKey, type ProjectGuard, type Reply, type Request } from '@fairtrial/server';
import { Readable } from 'node:stream';
import type { Database } from '../db/connection/open-database.ts';
import type { Caller } from '../runs/commands/start-run.ts';
import { findSecrets } from '../runs/plan/find-secrets.ts';
import type { KnownFields } from '../runs/plan/unknown-fields.ts';

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

export function projectOf({ caller }: Pick<Request, 'caller'>): string {
  return caller?.project ?? 'default';
}

/** The run that a path names. */
export function runOf(
  request: Pick<Request, 'caller'> & { readonly params: { readonly run_id: string } },
): { readonly project: string; readonly runId: RunId } {
  return { project: projectOf(request), runId: toRunId(request.params.run_id) };
}

/** Malformed ids answer 404. */
export function toRunId(text: string): RunId {
  const { data } = RunId.safeParse(text);
  if (data === undefined) throw new AppError('run_not_found', `there is no run ${text}`);
  return data;
}

const SECRET =
  'looks like a secret, and requests are stored and exported: set the keys of endpoints in the environment of the evaluation service, ' +
  'with ENDPOINTS. Leave the field out';

/** Runs before the body is validated. The values of secrets appear in no message. */
export function refuseSecrets(fields: KnownFields) {
  return async ({ body }: { readonly body: unknown }): Promise<void> => {
    const found = findSecrets(body, fields).map(toPointer);
    const [first] = found;
    if (first === undefined) return;
    throw new AppError('invalid_request', `${first} ${SECRET}`, {
      errors: found.map((pointer) => ({ pointer, detail: SECRET })),
    });
  };
}

export const JSON_TYPE = 'application/json';

/** Streams a text piece by piece. Only one piece is buffered, because each can be a long reply. */
export function sendPieces(reply: Reply, type: string, pieces: AsyncIterable<string>): Reply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(pieces, { highWaterMark: 1 }));
}
