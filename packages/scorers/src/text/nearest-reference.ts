import type { Metadata } from '@fairtrial/contracts';
import { LRUCache } from 'lru-cache';
import { chrfOf } from './chrf.ts';
import { boundChrf, indexGrams, type GramIndex } from './gram-index.ts';
import type { Text } from './read-text.ts';
import type { Expectation } from '../scorer.ts';
import { references } from './text-cache.ts';

/** Maximum number of compared code points: enough to distinguish replies, few enough not to block the event loop. */
const MAX_CODE_POINTS = 4000;

/** Unrelated texts of one language are more similar than this. */
const MIN_SIMILARITY = 0.15;

/** Total number of code points in cached indexes; an index takes about twenty bytes per code point. */
const MAX_INDEXED = 1_000_000;

type Candidate = Pick<Expectation, 'reference_reply' | 'reference_metadata'>;

/** The candidates of a scenario are the same for every reply in it. */
const prepared = new WeakMap<readonly Expectation[], readonly Candidate[]>();

/** Indexes of the most recently used conversations. */
const indexes = new LRUCache<readonly Candidate[], GramIndex>({
  maxSize: MAX_INDEXED,
  sizeCalculation: ({ lengths }) => lengths.reduce((sum, length) => sum + length, 1),
});

/**
 * Returns the annotations of the labelled reference reply that is most similar to this reply: annotation without a
 * model. Empty if none is similar; `undefined` if there is no labelled reference.
 */
export function nearestReference(
  reply: Text,
  expectations: readonly Expectation[],
): Metadata | undefined {
  const candidates = prepared.get(expectations) ?? listCandidates(expectations);
  if (candidates.length === 0) return undefined;
  const said = readHead(reply);
  const { at, similarity } = findMostSimilar(boundAll(said, candidates), (candidate) =>
    chrfOf(said, readCandidate(candidates[candidate])),
  );
  if (similarity === 0) return {};
  // A short reply is more similar to a long reference in the other direction.
  const isSimilar =
    similarity > MIN_SIMILARITY || chrfOf(readCandidate(candidates[at]), said) > MIN_SIMILARITY;
  return isSimilar ? candidates[at]?.reference_metadata : {};
}

/**
 * Lists the labelled references without the rest of their interactions, because the index cache may keep them after the
 * run.
 */
function listCandidates(expectations: readonly Expectation[]): readonly Candidate[] {
  const candidates = expectations
    .map(({ reference_reply, reference_metadata }) => ({ reference_reply, reference_metadata }))
    .filter(({ reference_reply: reply }) => reply !== '')
    .filter(({ reference_metadata: metadata }) => Object.keys(metadata).length > 0);
  prepared.set(expectations, candidates);
  return candidates;
}

/** Returns the same array that `chrf` compares next if it is short enough, so that its n-grams are counted once. */
function readHead({ codePoints }: Text): Int32Array {
  return codePoints.length > MAX_CODE_POINTS ? codePoints.subarray(0, MAX_CODE_POINTS) : codePoints;
}

function readCandidate(candidate: Candidate | undefined): Int32Array {
  return readHead(references.read(candidate?.reference_reply ?? ''));
}

/** Returns an upper bound of the similarity of each candidate. */
function boundAll(said: Int32Array, candidates: readonly Candidate[]): ArrayLike<number> {
  if (candidates.length === 1) return [1];
  const known = indexes.get(candidates);
  if (known !== undefined) return boundChrf(said, known);
  const index = indexGrams(candidates.map(readCandidate));
  indexes.set(candidates, index);
  return boundChrf(said, index);
}

/** Tolerance for rounding errors of the bounds. */
const ROUNDING = 1e-9;

/**
 * Returns the first of the most similar candidates. Compares the candidate with the highest bound first, then only
 * candidates whose bound reaches the best similarity so far: a conversation has hundreds of candidates, and most share
 * only the language with the reply.
 */
export function findMostSimilar(
  bounds: ArrayLike<number>,
  compare: (candidate: number) => number,
): { readonly at: number; readonly similarity: number } {
  const promising = indexOfLargest(bounds);
  const first = compare(promising);
  let best = { at: promising, similarity: first };
  for (let at = 0; at < bounds.length; at += 1) {
    if (at === promising || (bounds[at] ?? 0) < best.similarity - ROUNDING) continue;
    const similarity = compare(at);
    const isBetter =
      similarity > best.similarity || (similarity === best.similarity && at < best.at);
    if (isBetter) best = { at, similarity };
  }
  return best;
}

function indexOfLargest(values: ArrayLike<number>): number {
  let largest = 0;
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at] ?? 0) > (values[largest] ?? 0)) largest = at;
  }
  return largest;
}
