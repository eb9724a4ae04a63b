import type { Permit } from '@assay/models';

/** What the workers together have left to this one. */
export interface Lease {
  readonly slots: number;
  /** What is kept for us, which is more where more is in flight. */
  readonly reserved: number;
  /** Calls that may be begun under it. */
  readonly tokens: number;
  /** By performance.now(): after that nothing is begun. */
  readonly until: number;
}

interface Waiting {
  readonly begin: (permit: Permit) => void;
}

const UNLIMITED: Lease = {
  slots: Number.POSITIVE_INFINITY,
  reserved: Number.POSITIVE_INFINITY,
  tokens: Number.POSITIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
};

/** An endpoint that says it is too much is asked half as much; not more often than this. */
const HALVE_MS = 1000;

/** Calls to one origin, from this process: in order, and no more at once than the lease says. */
export class Gate {
  #lease: Lease;
  #tokens: number;
  #inFlight = 0;
  /** While the lease is renewed: what was in flight when that began. */
  #heldAt = Number.POSITIVE_INFINITY;
  readonly #waiting: Waiting[] = [];
  /** How many at once the endpoint seems to bear: halved when it complains, one more for every round without. */
  #bearable = Number.POSITIVE_INFINITY;
  #halvedAt = Number.NEGATIVE_INFINITY;

  constructor(lease: Lease = UNLIMITED) {
    this.#lease = lease;
    this.#tokens = lease.tokens;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** How many would be in flight if they were let. */
  get want(): number {
    return Math.min(this.#inFlight + this.#waiting.length, Math.ceil(this.#bearable));
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** Whether there is nothing to renew. */
  get isIdle(): boolean {
    return this.want === 0 && this.#lease.reserved === 0;
  }

  /** Whether something is kept for us that others could have by now. */
  get hasSurplus(): boolean {
    const { slots, reserved } = this.#lease;
    return reserved > slots && this.#inFlight <= slots;
  }

  /** No more than now are in flight while slots are dealt out anew: others may already have the rest. */
  hold(): void {
    this.#heldAt = this.#inFlight;
  }

  renew(lease: Lease): void {
    this.#heldAt = Number.POSITIVE_INFINITY;
    this.#lease = lease;
    this.#tokens = lease.tokens;
    this.#admit();
  }

  enter(signal: AbortSignal): Promise<Permit> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin(permit) {
          signal.removeEventListener('abort', stopAfterFailures);
          resolve(permit);
        },
      };
      const stopAfterFailures = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stopAfterFailures, { once: true });
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  #admit(): void {
    const { slots, until } = this.#lease;
    const most = Math.min(slots, this.#bearable, this.#heldAt);
    while (this.#inFlight < most && this.#tokens >= 1 && performance.now() < until) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#inFlight += 1;
      this.#tokens -= 1;
      next.begin({ leave: ({ isTooFast }) => this.#leave(isTooFast) });
    }
  }

  #leave(isTooFast: boolean): void {
    if (isTooFast) this.#slowDown();
    else if (this.#bearable < Number.POSITIVE_INFINITY) this.#bearable += 1 / this.#bearable;
    this.#inFlight -= 1;
    this.#admit();
  }

  #slowDown(): void {
    const now = performance.now();
    if (now - this.#halvedAt < HALVE_MS) return;
    this.#halvedAt = now;
    this.#bearable = Math.max(1, Math.floor(this.#inFlight / 2));
  }
}
