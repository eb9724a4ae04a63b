import type { Metadata } from '@assay/contracts';
import { chrfOf } from './chrf.ts';
import type { Text } from './read-text.ts';
import type { Expectation } from '../scorer.ts';
import { references } from './text-cache.ts';

/** How many letters are looked at: enough to tell replies apart, little enough not to stop the world. */
const LETTERS = 4000;

/** Texts of one language that have nothing to do with each other are more alike than this. */
const LEAST_LIKENESS = 0.15;

interface Candidate {
  readonly letters: Int32Array;
  readonly metadata: Metadata;
}

/** The candidates of a scenario are the same for every reply in it. */
const prepared = new WeakMap<readonly Expectation[], readonly Candidate[]>();

/**
 * The annotations of the labelled reference reply that this reply is most like: what can be said of a
 * reply without a model. Empty where it is like none of them; undefined where there is none.
 */
export function nearestReference(
  reply: Text,
  expectations: readonly Expectation[],
): Metadata | undefined {
  const candidates = prepared.get(expectations) ?? prepare(expectations);
  prepared.set(expectations, candidates);
  if (candidates.length === 0) return undefined;
  // The very array that the scorers compare next, unless it is longer than what is looked at.
  const said = reply.letters.length > LETTERS ? reply.letters.subarray(0, LETTERS) : reply.letters;
  let likeness = 0;
  let nearest: Candidate | undefined;
  for (const candidate of candidates) {
    const found = chrfOf(said, candidate.letters);
    if (found > likeness) [likeness, nearest] = [found, candidate];
  }
  if (nearest === undefined) return {};
  // A short reply is more like its long reference when seen from the other side.
  const isLike = likeness > LEAST_LIKENESS || chrfOf(nearest.letters, said) > LEAST_LIKENESS;
  return isLike ? nearest.metadata : {};
}

function prepare(expectations: readonly Expectation[]): readonly Candidate[] {
  return expectations
    .filter(({ reference_reply: reply }) => reply !== '')
    .filter(({ reference_metadata: metadata }) => Object.keys(metadata).length > 0)
    .map(({ reference_reply: reply, reference_metadata: metadata }) => ({
      letters: references.read(reply).letters.slice(0, LETTERS),
      metadata,
    }));
}
