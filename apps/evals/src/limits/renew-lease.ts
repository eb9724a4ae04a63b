import {
  LEASE_SECONDS,
  listLeases,
  lockEndpoint,
  saveLease,
  spendTokens,
} from '../db/endpoint-leases.ts';
import type { Database } from '../db/connection/open-database.ts';
import type { Tx } from '../db/connection/tx.ts';
import type { Gate, Lease } from './concurrency-limiter.ts';
import { shareSlots } from './share-slots.ts';

/** What an endpoint bears. */
export interface CallLimit {
  readonly maxInFlight: number | undefined;
  readonly perMinute: number | undefined;
}

interface Holder {
  readonly database: Database;
  readonly worker: string;
  readonly gate: Gate;
}

/** Nothing is begun in the last second of a lease: clocks and networks are not exact. */
const VALID_MS = (LEASE_SECONDS - 1) * 1000;

/**
 * Takes our part of what all workers together may do, as long as we are alive to say so. Says whether we are
 * short of it for now.
 */
export async function renewLease(
  { database, worker, gate }: Holder,
  origin: string,
  limit: CallLimit,
): Promise<boolean> {
  const asked = performance.now();
  gate.hold();
  const lease = await database.transaction(async (tx) => {
    // What was given to us and not used goes back first.
    const unused = Number.isFinite(gate.tokens) ? gate.tokens : 0;
    const left = (await lockEndpoint(tx, origin, limit.perMinute)) + unused;
    const most = limit.maxInFlight ?? Number.MAX_SAFE_INTEGER;
    const want = Math.min(gate.want, most);
    const others = (await listLeases(tx, origin)).filter((other) => other.worker !== worker);
    const share = shareSlots({ limit: most, others, want, inFlight: gate.inFlight });
    await saveLease(tx, origin, { worker, slots: share.reserved, want });
    const tokens = await takeTokens(tx, { origin, limit, want, left, unused });
    return { ...share, tokens };
  });
  const { isShort, ...rest } = lease;
  gate.renew({ ...rest, until: asked + VALID_MS } satisfies Lease);
  return isShort;
}

interface Calls {
  readonly origin: string;
  readonly limit: CallLimit;
  readonly want: number;
  readonly left: number;
  readonly unused: number;
}

async function takeTokens(tx: Tx, { origin, limit, want, left, unused }: Calls): Promise<number> {
  if (limit.perMinute === undefined) return Number.POSITIVE_INFINITY;
  const tokens = Math.max(0, Math.min(Math.floor(left), want));
  await spendTokens(tx, origin, tokens - unused);
  return tokens;
}
