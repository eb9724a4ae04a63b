import type { Admission } from '@assay/models';
import { dropLease } from '../db/endpoint-leases.ts';
import type { Database } from '../db/connection/open-database.ts';
import { Gate, type Lease } from './concurrency-limiter.ts';
import { renewLease, type CallLimit } from './renew-lease.ts';

export interface EndpointLimit extends CallLimit {
  readonly origin: string;
}

export interface LimitedCalls extends Admission, AsyncDisposable {}

interface LimitOptions {
  readonly database: Database;
  readonly limits: readonly EndpointLimit[];
  readonly worker: string;
  readonly log: { warn(context: object, message: string): void };
}

const RENEW_MS = 500;
/** While others give back what is ours. */
const SHORT_MS = 100;
const NOTHING: Lease = { slots: 0, reserved: 0, tokens: 0, until: 0 };

/** Keeps calls to an origin within its limit, over all workers; every other origin is only asked less where it complains. */
export function limitCalls({ database, limits, worker, log }: LimitOptions): LimitedCalls {
  const limitOf = new Map(limits.map((limit) => [new URL(limit.origin).origin, limit]));
  const gates = new Map<string, Gate>();
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function renewAll(): Promise<void> {
    let isShort = false;
    for (const [origin, gate] of gates) {
      const limit = limitOf.get(origin);
      if (limit === undefined || gate.isIdle) continue;
      try {
        const renewed = await renewLease({ database, worker, gate }, origin, limit);
        isShort ||= renewed;
      } catch (err) {
        log.warn({ err, origin }, 'the limit of an endpoint could not be renewed');
      }
    }
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(renewSoon, isShort ? SHORT_MS : RENEW_MS);
  }

  function renewSoon(): void {
    renewing ??= renewAll().finally(() => {
      renewing = undefined;
    });
  }
  if (limitOf.size > 0) renewSoon();

  function gateOf(origin: string): Gate {
    const known = gates.get(origin);
    if (known !== undefined) return known;
    const gate = new Gate(limitOf.has(origin) ? NOTHING : undefined);
    gates.set(origin, gate);
    return gate;
  }

  return {
    async enter(url, signal) {
      const origin = URL.parse(url)?.origin ?? ''; // what is no address is refused by whoever sends it
      const gate = gateOf(origin);
      const permit = gate.enter(signal);
      if (!limitOf.has(origin)) return permit;
      if (gate.inFlight === 0) renewSoon(); // the first of many
      const taken = await permit;
      return {
        leave(end) {
          taken.leave(end);
          if (gate.hasSurplus) renewSoon();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await renewing;
      clearTimeout(timer);
      for (const origin of limitOf.keys()) {
        if (gates.has(origin)) await dropLease(database, origin, worker).catch(() => undefined);
      }
    },
  };
}
