import type { Metadata } from '@assay/contracts';
import { chrf } from './chrf.ts';
import type { Expectation } from './scorer.ts';

/**
 * The annotations of the reference reply that this reply is most like: what can be said of a reply
 * without a model. Undefined where the scenario has no reference reply to compare with.
 */
export function nearestReference(
  reply: string,
  candidates: readonly Expectation[],
): Metadata | undefined {
  const usable = candidates.filter((candidate) => candidate.reference_reply !== '');
  let best: { likeness: number; metadata: Metadata } | undefined;
  for (const { reference_reply, reference_metadata } of usable) {
    const likeness = chrf(reply, reference_reply);
    if (best === undefined || likeness > best.likeness) {
      best = { likeness, metadata: reference_metadata };
    }
  }
  return best?.metadata;
}
