import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

export interface IdempotentRequest {
  readonly project: string;
  readonly key: string;
  /** Digest of the body: the same key with another body is a mistake. */
  readonly digest: Buffer;
}

export interface KnownRequest {
  readonly digest: Buffer;
  readonly runId: RunId;
}

/**
 * Returns the earlier request with this key; `undefined` if there is none. A concurrent second request waits here until
 * the first has committed.
 */
export async function rememberRequest(
  tx: SqlExecutor,
  { project, key, digest }: IdempotentRequest,
  runId: RunId,
): Promise<KnownRequest | undefined> {
  const inserted = await queryRows(
    tx,
    `insert into idempotency_key (project, key, digest, run_id) values ($1, $2, $3, $4)
     on conflict do nothing returning run_id`,
    [project, key, digest, runId],
  );
  return inserted.length > 0 ? undefined : findRequest(tx, { project, key });
}

/** Returns the earlier request with this key, without remembering this one; `undefined` if there is none. */
export async function findRequest(
  tx: SqlExecutor,
  { project, key }: Pick<IdempotentRequest, 'project' | 'key'>,
): Promise<KnownRequest | undefined> {
  const [known] = await queryRows<KnownRequest>(
    tx,
    'select digest, run_id as "runId" from idempotency_key where project = $1 and key = $2',
    [project, key],
  );
  return known;
}
