import { select, type Tx } from '../connection/tx.ts';

/** A text by its hash, as a vector. */
export interface StoredVector {
  readonly digest: Buffer;
  readonly vector: Buffer;
}

/** Those of these texts that were embedded before. */
export function findVectors(
  tx: Tx,
  model: string,
  digests: readonly Buffer[],
): Promise<readonly StoredVector[]> {
  return select<StoredVector>(
    tx,
    'select digest, vector from embedding where model = $1 and digest = any($2::bytea[])',
    [model, digests],
  );
}

export async function insertVectors(
  tx: Tx,
  model: string,
  vectors: readonly StoredVector[],
): Promise<void> {
  await select(
    tx,
    `insert into embedding (model, digest, vector)
     select $1, digest, vector from unnest($2::bytea[], $3::bytea[]) x (digest, vector)
     on conflict do nothing`,
    [model, vectors.map(({ digest }) => digest), vectors.map(({ vector }) => vector)],
  );
}
