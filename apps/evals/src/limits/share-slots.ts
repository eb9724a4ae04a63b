interface Share {
  /** What a worker has. */
  readonly slots: number;
  /** What it could use. */
  readonly want: number;
}

export interface Sharing {
  readonly limit: number;
  readonly others: readonly Share[];
  readonly want: number;
  readonly inFlight: number;
}

export interface MyShare {
  /** How many we may have in flight from now on. */
  readonly slots: number;
  /** How many are ours until we say otherwise: those, or what is still in flight. */
  readonly reserved: number;
  /** Whether others still have what is ours: they give it back as their calls end. */
  readonly isShort: boolean;
}

/**
 * What a worker may take of a limit: its fair share, but no more than the others have left. Who has more in
 * flight keeps that until it is done, and begins nothing new meanwhile.
 */
export function shareSlots({ limit, others, want, inFlight }: Sharing): MyShare {
  const taken = others.reduce((sum, { slots }) => sum + slots, 0);
  const fair = fairShare(limit, want, [want, ...others.map((other) => other.want)]);
  const slots = Math.max(0, Math.min(fair, limit - taken));
  return { slots, reserved: Math.max(slots, inFlight), isShort: slots < fair };
}

/** Those who want little get it; the others share the rest alike. */
function fairShare(limit: number, want: number, wants: readonly number[]): number {
  let rest = limit;
  let sharers = wants.length;
  for (const one of wants.toSorted((a, b) => a - b)) {
    const share = rest / sharers;
    if (one > share) return Math.min(want, Math.ceil(share));
    rest -= one;
    sharers -= 1;
  }
  return want;
}
