import type { SqlExecutor } from '../db/connection/sql.ts';
import {
  LEASE_SECONDS,
  listLeases,
  lockEndpoint,
  saveLease,
  spendTokens,
} from '../db/endpoint-leases.ts';
import type { Database } from '../db/connection/open-database.ts';
import type { ConcurrencyLimiter, Lease } from './concurrency-limiter.ts';

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

/** Renews this worker's share of an endpoint's limit. Returns true if other workers still use a part of that share. */
export async function renewLease(
  { database, worker, limiter }: LeaseContext,
  origin: string,
  limit: CallLimit,
): Promise<boolean> {
  const startedAt = performance.now();
  limiter.freeze();
  const lease = await database.transaction(async (tx) => {
    // Unused tokens are returned first.
    const unused = Number.isFinite(limiter.tokens) ? limiter.tokens : 0;
    const left = (await lockEndpoint(tx, origin, limit.perMinute)) + unused;
    const maxInFlight = limit.maxInFlight ?? Number.MAX_SAFE_INTEGER;
    const want = Math.min(limiter.want, maxInFlight);
    const others = (await listLeases(tx, origin)).filter((other) => other.worker !== worker);
    const share = shareSlots({ limit: maxInFlight, others, want, inFlight: limiter.inFlight });
    await saveLease(tx, origin, { worker, slots: share.reserved, want });
    const tokens = await takeTokens(tx, { origin, limit, want, left, unused });
    return { ...share, tokens };
  });
  const { isShort, ...rest } = lease;
  limiter.renew({ ...rest, until: startedAt + VALID_MS } satisfies Lease);
  return isShort;
}

interface TokenRequest {
  readonly origin: string;
  readonly limit: CallLimit;
  readonly want: number;
  readonly left: number;
  readonly unused: number;
}

async function takeTokens(
  tx: SqlExecutor,
  { origin, limit, want, left, unused }: TokenRequest,
): Promise<number> {
  if (limit.perMinute === undefined) return Number.POSITIVE_INFINITY;
  const tokens = Math.max(0, Math.min(Math.floor(left), want));
  await spendTokens(tx, origin, tokens - unused);
  return tokens;
}

interface OtherWorker {
  /** Slots reserved by the worker. */
  readonly slots: number;
  /** Slots that the worker could use. */
  readonly want: number;
}

interface ShareInput {
  readonly limit: number;
  readonly others: readonly OtherWorker[];
  readonly want: number;
  readonly inFlight: number;
}

interface SlotShare {
  /** Maximum calls in flight from now on. */
  readonly slots: number;
  /** Slots to reserve: `slots`, or the calls still in flight if there are more. */
  readonly reserved: number;
  /** True if other workers still use slots of this share: they free them as their calls end. */
  readonly isShort: boolean;
}

/**
 * A worker gets its fair share of a limit, but no more than the others have left free. If more of its calls are in
 * flight, it keeps their slots until they end and starts no new calls.
 */
export function shareSlots({ limit, others, want, inFlight }: ShareInput): SlotShare {
  const taken = others.reduce((sum, { slots }) => sum + slots, 0);
  const fair = fairShare(limit, want, [want, ...others.map((other) => other.want)]);
  const slots = Math.max(0, Math.min(fair, limit - taken));
  return { slots, reserved: Math.max(slots, inFlight), isShort: slots < fair };
}

/** Workers that want less than an equal share get what they want. The others share the rest equally. */
function fairShare(limit: number, want: number, wants: readonly number[]): number {
  let rest = limit;
  let sharers = wants.length;
  for (const other of wants.toSorted((a, b) => a - b)) {
    const share = rest / sharers;
    if (other > share) return Math.min(want, Math.ceil(share));
    rest -= other;
    sharers -= 1;
  }
  return want;
}
