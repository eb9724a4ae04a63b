import type { RunId } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';

/** The vector of a text, by the hash of the text. */
export interface StoredVector {
  readonly digest: Buffer;
  readonly vector: Buffer;
}

/** A run that is being graded, and the model that embeds its texts. */
export interface EmbeddedRun {
  readonly runId: RunId;
  readonly model: string;
}

/**
 * The lock keeps the run from ending, and so from being deleted, before the statement is done: a slow worker must not
 * leave embeddings of a deleted run behind.
 */
const HELD = `
with held as materialized (
  select id from run where id = $1 and state = 'finishing' for share
)`;

/**
 * Locks embeddings in key order, as a deletion does. A concurrent deletion either waits for the row in `run_embedding`
 * or goes first.
 */
const FIND = `${HELD}, found as materialized (
  select e.digest, e.vector from embedding e
  where e.model = $2 and e.digest = any($3::bytea[]) and exists (select from held)
  order by e.digest for key share of e
), used as (
  insert into run_embedding (run_id, model, digest) select h.id, $2, f.digest from held h, found f
  on conflict do nothing
)
select digest, vector from found`;

/** Returns the stored vectors of these texts, from any run, and records that this run uses them. */
export function findVectors(
  tx: SqlExecutor,
  { runId, model }: EmbeddedRun,
  digests: readonly Buffer[],
): Promise<readonly StoredVector[]> {
  return queryRows<StoredVector>(tx, FIND, [runId, model, digests]);
}

const INSERT = `${HELD}, added as (
  insert into embedding (model, digest, vector)
  select $2, x.digest, x.vector from held h, unnest($3::bytea[], $4::bytea[]) x (digest, vector) order by x.digest
  on conflict do nothing
)
insert into run_embedding (run_id, model, digest) select h.id, $2, x.digest from held h, unnest($3) x (digest)
on conflict do nothing`;

export async function insertVectors(
  tx: SqlExecutor,
  { runId, model }: EmbeddedRun,
  vectors: readonly StoredVector[],
): Promise<void> {
  const digests = vectors.map(({ digest }) => digest);
  await queryRows(tx, INSERT, [runId, model, digests, vectors.map(({ vector }) => vector)]);
}

/**
 * The texts of these runs. The embedding of each is found by its key; a join would read all embeddings for a few runs.
 */
const USED = `
with used as materialized (
  select distinct model, digest from run_embedding where run_id = any($1) order by model, digest
)`;

/** Serialises the deletion of runs that share texts, so that the second one sees that it is the last user. */
const LOCK = `${USED}
select from used u
cross join lateral (select from embedding e where e.model = u.model and e.digest = u.digest for update) e`;

const DELETE = `${USED}, unshared as materialized (
  select e.id from used u
  cross join lateral (select ctid as id from embedding e where e.model = u.model and e.digest = u.digest limit 1) e
  where (select o.run_id from run_embedding o
    where o.model = u.model and o.digest = u.digest and o.run_id <> all($1) limit 1) is null
)
delete from embedding where ctid = any(array(select id from unshared))`;

/** Deletes the embeddings that only these runs use. The rows in `run_embedding` are deleted with the run. */
export async function deleteUnsharedVectors(
  tx: SqlExecutor,
  runIds: readonly RunId[],
): Promise<void> {
  await queryRows(tx, LOCK, [runIds]);
  await queryRows(tx, DELETE, [runIds]);
}
