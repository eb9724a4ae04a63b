import type { Permit } from '@fairtrial/models';
import { Tally } from '@fairtrial/contracts';

/** The part of an endpoint's limit that this worker may use. */
export interface Lease {
  readonly slots: number;
  /** Slots that other workers must not use: more than `slots` while more calls are in flight. */
  readonly reserved: number;
  /** Number of calls that can be started under this lease. */
  readonly tokens: number;
  /** By performance.now(): no call is started after it. */
  readonly until: number;
}

/** The use of a lease that its renewal is based on. */
interface LeaseUse {
  readonly inFlight: number;
  /** The number of calls that would be in flight without the lease. */
  readonly want: number;
  /** Number of calls that can still be started under the lease. */
  readonly tokens: number;
}

interface Waiting {
  readonly project: string;
  readonly begin: (permit: Permit) => void;
}

const UNLIMITED: Lease = {
  slots: Number.POSITIVE_INFINITY,
  reserved: Number.POSITIVE_INFINITY,
  tokens: Number.POSITIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
};

/** After a 429 the concurrency is halved, at most once in this time. */
const MIN_HALVE_INTERVAL_MS = 1000;

/** Limits the calls of this process to one origin to its lease. Projects share the lease. */
export class ConcurrencyLimiter {
  #lease: Lease;
  #tokens: number;
  #inFlight = 0;
  /** Number of calls in flight that a renewal has counted: the limit until the renewal ends. */
  #frozenAt = Number.POSITIVE_INFINITY;
  /** Number of calls started since then. */
  #startedMeanwhile = 0;
  /** By performance.now(): since then every lease was renewed before it expired. */
  #renewedSince = 0;
  readonly #waiting: FairLine<Waiting>;
  /** Adaptive limit: halved when the endpoint answers 429, raised by one for every round without a 429. */
  #adaptiveLimit = Number.POSITIVE_INFINITY;
  #halvedAt = Number.NEGATIVE_INFINITY;

  constructor(lease: Lease = UNLIMITED, weights: ReadonlyMap<string, number> = new Map()) {
    this.#waiting = new FairLine(weights);
    this.#lease = lease;
    this.#tokens = lease.tokens;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** The number of calls that would be in flight without the lease. */
  get want(): number {
    return Math.min(this.#inFlight + this.#waiting.length, Math.ceil(this.#adaptiveLimit));
  }

  /** True if the lease needs no renewal. */
  get isIdle(): boolean {
    return this.want === 0 && this.#lease.reserved === 0;
  }

  /** For how long every lease was renewed in time; 0 if the current one has expired. */
  get renewedForMs(): number {
    return this.#isExpired() ? 0 : performance.now() - this.#renewedSince;
  }

  /** True if slots are reserved that other workers could already use. */
  get hasSurplus(): boolean {
    const { slots, reserved } = this.#lease;
    return reserved > slots && this.#inFlight <= slots;
  }

  /**
   * Returns the use to renew the lease with. Until `renew`, no more calls are in flight than now, because other workers
   * may get the free slots meanwhile.
   */
  freeze(): LeaseUse {
    this.#frozenAt = this.#inFlight;
    this.#startedMeanwhile = 0;
    return { inFlight: this.#inFlight, want: this.want, tokens: this.#tokens };
  }

  /** After a renewal that failed: its tokens may have been returned. The calls in flight keep their slots. */
  dropTokens(): void {
    if (Number.isFinite(this.#tokens)) this.#tokens = 0;
  }

  renew(lease: Lease): void {
    if (this.#isExpired()) this.#renewedSince = performance.now();
    this.#frozenAt = Number.POSITIVE_INFINITY;
    this.#lease = lease;
    this.#tokens = lease.tokens - this.#startedMeanwhile;
    this.#startedMeanwhile = 0;
    this.#admit();
  }

  enter(project: string, signal: AbortSignal): Promise<Permit> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        project,
        begin(permit) {
          signal.removeEventListener('abort', onAbort);
          resolve(permit);
        },
      };
      const onAbort = (): void => {
        this.#waiting.remove(project, waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(project, waiting);
      this.#admit();
    });
  }

  #isExpired(): boolean {
    return this.#lease.until < performance.now();
  }

  #admit(): void {
    const { slots, until } = this.#lease;
    const limit = Math.min(slots, this.#adaptiveLimit, this.#frozenAt);
    while (this.#inFlight < limit && this.#tokens >= 1 && performance.now() < until) {
      const next = this.#waiting.takeNext();
      if (next === undefined) return;
      const { project } = next;
      this.#inFlight += 1;
      this.#tokens -= 1;
      if (this.#frozenAt < Number.POSITIVE_INFINITY) this.#startedMeanwhile += 1;
      next.begin({ leave: ({ isTooFast }) => this.#leave(project, isTooFast) });
    }
  }

  #leave(project: string, isTooFast: boolean): void {
    this.#waiting.end(project);
    if (isTooFast) this.#slowDown();
    else if (this.#adaptiveLimit < Number.POSITIVE_INFINITY)
      this.#adaptiveLimit += 1 / this.#adaptiveLimit;
    this.#inFlight -= 1;
    this.#admit();
  }

  #slowDown(): void {
    const now = performance.now();
    if (now - this.#halvedAt < MIN_HALVE_INTERVAL_MS) return;
    this.#halvedAt = now;
    this.#adaptiveLimit = Math.max(1, Math.floor(this.#inFlight / 2));
  }
}

/**
 * A queue in which no project waits for all calls of another: the next call belongs to the project with the fewest
 * calls in flight relative to its weight. Equal projects alternate; the calls of one project keep their order.
 */
export class FairLine<Item> {
  readonly #weights: ReadonlyMap<string, number>;
  /** The project that was served last is the last key. */
  readonly #waiting = new Map<string, Set<Item>>();
  readonly #inFlight = new Tally();

  constructor(weights: ReadonlyMap<string, number>) {
    this.#weights = weights;
  }

  get length(): number {
    return this.#waiting.values().reduce((sum, items) => sum + items.size, 0);
  }

  add(project: string, item: Item): void {
    const items = this.#waiting.get(project);
    if (items === undefined) this.#waiting.set(project, new Set([item]));
    else items.add(item);
  }

  remove(project: string, item: Item): void {
    const items = this.#waiting.get(project);
    items?.delete(item);
    if (items?.size === 0) this.#waiting.delete(project);
  }

  /** Removes the next call from the queue. It counts as in flight until `end`. */
  takeNext(): Item | undefined {
    const [first, ...others] = this.#waiting.keys();
    if (first === undefined) return undefined;
    const project = others.reduce(
      (least, other) => (this.#load(other) < this.#load(least) ? other : least),
      first,
    );
    const items = this.#waiting.get(project) ?? new Set();
    const [item] = items;
    if (item === undefined) return undefined;
    items.delete(item);
    this.#waiting.delete(project);
    if (items.size > 0) this.#waiting.set(project, items);
    this.#inFlight.add(project, 1);
    return item;
  }

  end(project: string): void {
    this.#inFlight.add(project, -1);
  }

  #load(project: string): number {
    return this.#inFlight.get(project) / (this.#weights.get(project) ?? 1);
  }
}
