import type { SqlExecutor } from '../db/connection/sql.ts';
import {
  dropExpiredLeases,
  LEASE_SECONDS,
  listLeases,
  lockEndpoint,
  saveLease,
  spendTokens,
} from '../db/endpoint-leases.ts';
import type { Database } from '../db/connection/open-database.ts';
import type { ConcurrencyLimiter, Lease } from './concurrency-limiter.ts';
import { shareSlots } from './share-slots.ts';

/** The limits of an endpoint across all workers. */
export interface CallLimit {
  readonly maxInFlight: number | undefined;
  readonly perMinute: number | undefined;
}

interface LeaseContext {
  readonly database: Database;
  readonly worker: string;
  readonly limiter: ConcurrencyLimiter;
}

/** No call is started in the last second of a lease, because clocks and networks are not exact. */
const VALID_MS = (LEASE_SECONDS - 1) * 1000;

/**
 * After an outage of the database all leases have expired, although the workers are there and have calls in flight. So a
 * worker that could not renew its own lease, or is new, leaves the others this time before it takes their slots. A
 * statement without an answer is repeated after 8 s.
 */
const RECOVERY_MS = 10_000;
/** A lease that expired this long ago is dropped in any case. */
const FORGOTTEN_SECONDS = 600;

/** Renews this worker's share of an endpoint's limit. Returns true if other workers still use a part of that share. */
export async function renewLease(
  { database, worker, limiter }: LeaseContext,
  origin: string,
  limit: CallLimit,
): Promise<boolean> {
  const startedAt = performance.now();
  try {
    const { isShort, ...lease } = await database.transaction(async (tx) => {
      const available = await lockEndpoint(tx, origin, limit.perMinute);
      await dropExpiredLeases(
        tx,
        origin,
        limiter.renewedForMs > RECOVERY_MS ? 0 : FORGOTTEN_SECONDS,
      );
      const others = (await listLeases(tx, origin)).filter((other) => other.worker !== worker);
      const maxInFlight = limit.maxInFlight ?? Number.MAX_SAFE_INTEGER;
      const use = limiter.freeze(); // after the locks, because calls end and begin while this waits for them
      const want = Math.min(use.want, maxInFlight);
      const share = shareSlots({ limit: maxInFlight, others, want, inFlight: use.inFlight });
      await saveLease(tx, origin, { worker, slots: share.reserved, want });
      const unused = Number.isFinite(use.tokens) ? use.tokens : 0;
      const tokens = await takeTokens(tx, { origin, limit, want, available, unused });
      return { ...share, tokens };
    });
    limiter.renew({ ...lease, until: startedAt + VALID_MS } satisfies Lease);
    return isShort;
  } catch (error) {
    limiter.dropTokens();
    throw error;
  }
}

interface TokenRequest {
  readonly origin: string;
  readonly limit: CallLimit;
  readonly want: number;
  readonly available: number;
  /** Tokens of the last lease that are returned. */
  readonly unused: number;
}

async function takeTokens(
  tx: SqlExecutor,
  { origin, limit, want, available, unused }: TokenRequest,
): Promise<number> {
  if (limit.perMinute === undefined) return Number.POSITIVE_INFINITY;
  const tokens = Math.max(0, Math.min(Math.floor(available + unused), want));
  await spendTokens(tx, origin, tokens - unused);
  return tokens;
}
