import type { Admission, Permit } from '@fairtrial/models';
import { dropLease } from '../db/endpoint-leases.ts';
import type { Database } from '../db/connection/open-database.ts';
import { ConcurrencyLimiter, type Lease } from './concurrency-limiter.ts';
import { renewLease, type CallLimit } from './renew-lease.ts';

export interface EndpointLimit extends CallLimit {
  readonly origin: string;
}

export interface LimitedCalls extends AsyncDisposable {
  admissionFor(project: string): Admission;
}

interface LimitOptions {
  readonly database: Database;
  readonly limits: readonly EndpointLimit[];
  /** Weights of the projects that share the limit of an endpoint. */
  readonly weights: ReadonlyMap<string, number>;
  readonly worker: string;
  readonly log: { warn(context: object, message: string): void };
}

const RENEW_MS = 500;
/** Used while other workers still use slots of this worker. */
const RENEW_SOON_MS = 100;
const EMPTY_LEASE: Lease = { slots: 0, reserved: 0, tokens: 0, until: 0 };

/**
 * Keeps the calls of all workers to an origin within its limit. Origins without a limit are only slowed down by 429.
 */
export function limitCalls(options: LimitOptions): LimitedCalls {
  const { database, limits, weights, worker, log } = options;
  const limitsByOrigin = new Map(limits.map((limit) => [new URL(limit.origin).origin, limit]));
  const limiters = new Map<string, ConcurrencyLimiter>();
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function renewAll(): Promise<void> {
    let isShort = false;
    for (const [origin, limiter] of limiters) {
      const limit = limitsByOrigin.get(origin);
      if (limit === undefined || limiter.isIdle) continue;
      try {
        const renewed = await renewLease({ database, worker, limiter }, origin, limit);
        isShort ||= renewed;
      } catch (err) {
        log.warn({ err, origin }, 'an endpoint lease could not be renewed');
      }
    }
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(renewSoon, isShort ? RENEW_SOON_MS : RENEW_MS);
  }

  function renewSoon(): void {
    renewing ??= renewAll().finally(() => {
      renewing = undefined;
    });
  }
  if (limitsByOrigin.size > 0) renewSoon();

  function limiterFor(origin: string): ConcurrencyLimiter {
    const known = limiters.get(origin);
    if (known !== undefined) return known;
    const lease = limitsByOrigin.has(origin) ? EMPTY_LEASE : undefined;
    const limiter = new ConcurrencyLimiter(lease, weights);
    limiters.set(origin, limiter);
    return limiter;
  }

  return {
    admissionFor: (project) => ({
      async enter(url, signal) {
        const origin = URL.parse(url)?.origin ?? ''; // egress rejects an invalid URL
        const limiter = limiterFor(origin);
        const permit = limiter.enter(project, signal);
        if (!limitsByOrigin.has(origin)) return permit;
        if (limiter.inFlight === 0) renewSoon(); // more calls probably follow
        return withCallback(await permit, () => {
          if (limiter.hasSurplus) renewSoon();
        });
      },
    }),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await renewing;
      clearTimeout(timer);
      for (const origin of limitsByOrigin.keys()) {
        if (limiters.has(origin)) await dropLease(database, origin, worker).catch(() => undefined);
      }
    },
  };
}

function withCallback(permit: Permit, onLeave: () => void): Permit {
  return {
    leave(end) {
      permit.leave(end);
      onLeave();
    },
  };
}
