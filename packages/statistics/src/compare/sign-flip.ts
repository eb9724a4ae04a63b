export interface SignFlipResult {
  readonly p: number;
  readonly method: 'exact' | 'sampled';
}

/** With fewer differences, even the most extreme outcome (all signs equal) has p > .05. */
const MIN_DIFFERENCES = 6;

/** Up to this many differences, all sign flips are enumerated: 2^19 sums, 2 ms. */
const MAX_EXACT = 20;

const SAMPLES = 9_999;

/** Signs drawn from one random number, used in groups of ten. */
const SIGNS_PER_DRAW = 30;
const GROUP_SIZE = 10;

/**
 * Sign-flip permutation test of paired differences, a distribution-free cross-check of the t-test: without a change,
 * each difference could equally have the opposite sign. `undefined` below six differences.
 */
export function signFlip(
  deltas: readonly number[],
  random: () => number,
): SignFlipResult | undefined {
  if (deltas.length < MIN_DIFFERENCES) return undefined;
  const total = deltas.reduce((sum, delta) => sum + delta, 0);
  // Absorbs rounding errors: sums of the same terms in another order differ in their last digits.
  const tolerance = 1e-9 * deltas.reduce((sum, delta) => sum + Math.abs(delta), 0);
  const threshold = Math.abs(total) - tolerance;
  return deltas.length <= MAX_EXACT
    ? { p: exactPValue(deltas, threshold), method: 'exact' }
    : { p: sampledPValue(deltas, threshold, random), method: 'sampled' };
}

/**
 * Enumerates by Gray code, so that each step flips one sign. The last sign is fixed, because the other half is
 * symmetric.
 */
function exactPValue(deltas: readonly number[], threshold: number): number {
  const flips = 2 ** (deltas.length - 1);
  const signed = [...deltas];
  let sum = deltas.reduce((total, delta) => total + delta, 0);
  let extreme = 0;
  for (let step = 1; step <= flips; step += 1) {
    if (Math.abs(sum) >= threshold) extreme += 1;
    const at = 31 - Math.clz32(step & -step);
    const flipped = -(signed[at] ?? 0);
    signed[at] = flipped;
    sum += 2 * flipped;
  }
  return extreme / flips;
}

/** Counts the observed outcome as part of the sample, so that p is never 0. */
function sampledPValue(deltas: readonly number[], threshold: number, random: () => number): number {
  const groups = Array.from({ length: Math.ceil(deltas.length / GROUP_SIZE) }, (_, group) =>
    signedSums(deltas.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE)),
  );
  let extreme = 1;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    let sum = 0;
    let signs = 1;
    for (const sums of groups) {
      // The leading 1 marks the end of the drawn signs.
      if (signs === 1) signs = 2 ** SIGNS_PER_DRAW + Math.floor(random() * 2 ** SIGNS_PER_DRAW);
      sum += sums[signs % sums.length] ?? 0;
      signs >>>= GROUP_SIZE;
    }
    if (Math.abs(sum) >= threshold) extreme += 1;
  }
  return extreme / (SAMPLES + 1);
}

/** Precomputes the sums for all sign combinations of a group, so that each sample needs one lookup per group. */
function signedSums(deltas: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** deltas.length);
  for (const [at, delta] of deltas.entries()) {
    const half = 2 ** at;
    for (let index = 0; index < half; index += 1) {
      const sum = sums[index] ?? 0;
      sums[index] = sum + delta;
      sums[index + half] = sum - delta;
    }
  }
  return sums;
}
