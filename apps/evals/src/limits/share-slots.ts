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
