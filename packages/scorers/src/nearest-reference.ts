import type { Metadata } from '@assay/contracts';
import { chrfOf, gramsOf, type Grams } from './chrf.ts';
import type { Expectation } from './scorer.ts';

/** How much of a text is looked at: enough to tell replies apart, little enough not to stop the world. */
const COMPARED = 4000;

interface Candidate {
  readonly grams: Grams;
  readonly metadata: Metadata;
}

/** The candidates of a scenario are the same for every reply in it. */
const prepared = new WeakMap<readonly Expectation[], readonly Candidate[]>();

/**
 * The annotations of the labelled reference reply that this reply is most like: what can be said of a
 * reply without a model. Empty where it is like none of them; undefined where there is none.
 */
export function nearestReference(
  reply: string,
  expectations: readonly Expectation[],
): Metadata | undefined {
  const candidates = prepared.get(expectations) ?? prepare(expectations);
  prepared.set(expectations, candidates);
  if (candidates.length === 0) return undefined;
  const said = gramsOf(reply.slice(0, COMPARED));
  let best: { likeness: number; metadata: Metadata } = { likeness: 0, metadata: {} };
  for (const { grams, metadata } of candidates) {
    const likeness = chrfOf(said, grams);
    if (likeness > best.likeness) best = { likeness, metadata };
  }
  return best.metadata;
}

function prepare(expectations: readonly Expectation[]): readonly Candidate[] {
  return expectations
    .filter(({ reference_reply: reply }) => reply !== '')
    .filter(({ reference_metadata: metadata }) => Object.keys(metadata).length > 0)
    .map(({ reference_reply: reply, reference_metadata: metadata }) => ({
      grams: gramsOf(reply.slice(0, COMPARED)),
      metadata,
    }));
}
