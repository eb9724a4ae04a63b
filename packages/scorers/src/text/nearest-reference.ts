import type { Metadata } from '@assay/contracts';
import { chrfOf } from './chrf.ts';
import type { Text } from './read-text.ts';
import type { Expectation } from '../scorer.ts';
import { references } from './text-cache.ts';

/** How many code points are compared: enough to tell replies apart, few enough not to block the event loop. */
const MAX_CODE_POINTS = 4000;

/** Texts of one language that have nothing to do with each other are more alike than this. */
const MIN_SIMILARITY = 0.15;

interface Candidate {
  readonly codePoints: Int32Array;
  readonly metadata: Metadata;
}

/** The candidates of a scenario are the same for every reply in it. */
const prepared = new WeakMap<readonly Expectation[], readonly Candidate[]>();

/**
 * The annotations of the labelled reference reply that is most similar to this reply: an annotation without a model.
 * Empty if none is similar; `undefined` if there is no labelled reference.
 */
export function nearestReference(
  reply: Text,
  expectations: readonly Expectation[],
): Metadata | undefined {
  const candidates = prepared.get(expectations) ?? prepare(expectations);
  prepared.set(expectations, candidates);
  if (candidates.length === 0) return undefined;
  // The same array that `chrf` compares next, if it is short enough: its n-grams are counted once.
  const said =
    reply.codePoints.length > MAX_CODE_POINTS
      ? reply.codePoints.subarray(0, MAX_CODE_POINTS)
      : reply.codePoints;
  let similarity = 0;
  let nearest: Candidate | undefined;
  for (const candidate of candidates) {
    const found = chrfOf(said, candidate.codePoints);
    if (found > similarity) [similarity, nearest] = [found, candidate];
  }
  if (nearest === undefined) return {};
  // A short reply is more similar to a long reference in the other direction.
  const isSimilar =
    similarity > MIN_SIMILARITY || chrfOf(nearest.codePoints, said) > MIN_SIMILARITY;
  return isSimilar ? nearest.metadata : {};
}

function prepare(expectations: readonly Expectation[]): readonly Candidate[] {
  return expectations
    .filter(({ reference_reply: reply }) => reply !== '')
    .filter(({ reference_metadata: metadata }) => Object.keys(metadata).length > 0)
    .map(({ reference_reply: reply, reference_metadata: metadata }) => ({
      codePoints: references.read(reply).codePoints.slice(0, MAX_CODE_POINTS),
      metadata,
    }));
}
