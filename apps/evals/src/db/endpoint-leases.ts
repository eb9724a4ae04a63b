import { queryRows, type SqlExecutor } from './connection/sql.ts';

export interface EndpointLease {
  readonly worker: string;
  readonly slots: number;
  readonly want: number;
}

/** A worker that does not renew its lease for this long is gone. */
export const LEASE_SECONDS = 6;

/** Takes the lock under which slots and calls are handed out. Returns the number of calls that are available now. */
export async function lockEndpoint(
  tx: SqlExecutor,
  origin: string,
  perMinute: number | undefined,
): Promise<number> {
  const { burst, perSecond } = tokenBucket(perMinute ?? 0);
  await queryRows(
    tx,
    `insert into endpoint_limit (origin, tokens, refilled_at) values ($1, $2, now()) on conflict do nothing`,
    [origin, burst],
  );
  const [row] = await queryRows<{ tokens: number }>(
    tx,
    `update endpoint_limit set refilled_at = clock_timestamp(), tokens = least($2::float8,
       tokens + $3::float8 * extract(epoch from clock_timestamp() - refilled_at))
     where origin = $1 returning tokens`,
    [origin, burst, perSecond],
  );
  return row?.tokens ?? 0;
}

/**
 * Burst size and refill rate. Together they stay within the limit in any minute; the refill assumes 61 s, because a
 * worker may use its granted calls up to a second later.
 */
function tokenBucket(perMinute: number): { readonly burst: number; readonly perSecond: number } {
  const burst = Math.max(1, perMinute / 30);
  return { burst, perSecond: Math.max(perMinute - burst, 1) / 61 };
}

/** Deletes leases that have been expired for this long. */
export async function dropExpiredLeases(
  tx: SqlExecutor,
  origin: string,
  seconds: number,
): Promise<void> {
  await queryRows(
    tx,
    `delete from endpoint_lease
     where origin = $1 and until < clock_timestamp() - make_interval(secs => $2)`,
    [origin, seconds],
  );
}

export async function listLeases(
  tx: SqlExecutor,
  origin: string,
): Promise<readonly EndpointLease[]> {
  return queryRows<EndpointLease>(
    tx,
    'select worker, slots, want from endpoint_lease where origin = $1',
    [origin],
  );
}

export async function saveLease(
  tx: SqlExecutor,
  origin: string,
  { worker, slots, want }: EndpointLease,
): Promise<void> {
  await queryRows(
    tx,
    `insert into endpoint_lease (origin, worker, slots, want, until)
     values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
     on conflict (origin, worker) do update set slots = excluded.slots, want = excluded.want, until = excluded.until`,
    [origin, worker, slots, want, LEASE_SECONDS],
  );
}

/** `tokens` is negative if calls are returned unused. */
export async function spendTokens(tx: SqlExecutor, origin: string, tokens: number): Promise<void> {
  await queryRows(tx, 'update endpoint_limit set tokens = tokens - $2 where origin = $1', [
    origin,
    tokens,
  ]);
}

export async function dropLease(tx: SqlExecutor, origin: string, worker: string): Promise<void> {
  await queryRows(tx, 'delete from endpoint_lease where origin = $1 and worker = $2', [
    origin,
    worker,
  ]);
}
