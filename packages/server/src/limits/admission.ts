export interface AdmissionOptions {
  /** How many requests are let in although those before them wait too long. */
  readonly credit: number;
  /** The first in line may have waited this long; if it is longer, the line moves too slowly for more. */
  readonly maxWaitMs: number;
  /** A line of fewer is no overload, however slowly it moves: the process may have been paused. */
  readonly shortLine: number;
  /** How long there must be no line for the whole credit to be back. */
  readonly refillMs: number;
}

/** The line in which requests wait for their turn, and whether one more may join it. All times are of one clock. */
export interface Admission {
  /** Whether one more request is let in; it may cost credit. */
  admits(now: number): boolean;
  join(now: number): void;
  /** The first in line leaves it. */
  leave(now: number): void;
}

/**
 * Lets requests in while the line moves, and a burst of them in any case: a request that finds the first in line waiting
 * for too long costs credit, and credit comes back only while there is no line. So a quiet process takes a whole burst,
 * however slow its first requests are, and a load that is too much for it uses the credit up once.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { credit, maxWaitMs, shortLine, refillMs } = options;
  /** When each in line joined it. */
  const joined: number[] = [];
  let left = credit;
  let emptySince = 0;

  function refill(now: number): void {
    left = Math.min(credit, left + ((now - emptySince) * credit) / refillMs);
    emptySince = now;
  }

  return {
    admits(now) {
      const [first] = joined;
      if (first === undefined || joined.length < shortLine) return true;
      if (now - first <= maxWaitMs) return true;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    join(now) {
      if (joined.length === 0) refill(now);
      joined.push(now);
    },
    leave(now) {
      joined.shift();
      if (joined.length === 0) emptySince = now;
    },
  };
}
