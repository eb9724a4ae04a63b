import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** A text by its hash, as a vector. */
export interface StoredVector {
  readonly digest: Buffer;
  readonly vector: Buffer;
}

/** Those of these texts that were embedded before. */
export function findVectors(
  tx: SqlExecutor,
  model: string,
  digests: readonly Buffer[],
): Promise<readonly StoredVector[]> {
  return queryRows<StoredVector>(
    tx,
    'select digest, vector from embedding where model = $1 and digest = any($2::bytea[])',
    [model, digests],
  );
}

export async function insertVectors(
  tx: SqlExecutor,
  model: string,
  vectors: readonly StoredVector[],
): Promise<void> {
  await queryRows(
    tx,
    `insert into embedding (model, digest, vector)
     select $1, digest, vector from unnest($2::bytea[], $3::bytea[]) x (digest, vector)
     on conflict do nothing`,
    [model, vectors.map(({ digest }) => digest), vectors.map(({ vector }) => vector)],
  );
}
