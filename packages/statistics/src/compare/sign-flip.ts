export interface SignFlipResult {
  readonly p: number;
  readonly method: 'exact' | 'sampled';
}

/** With fewer differences even the rarest outcome, all signs alike, has p > .05. */
const MIN_DIFFERENCES = 6;

/** Up to this many differences all flips are tried: 2^19 sums, 2 ms. */
const MAX_EXACT = 20;

const SAMPLES = 9_999;

/** One random number gives this many signs, in groups of ten. */
const SIGNS_PER_DRAW = 30;
const GROUP_SIZE = 10;

/**
 * The sign-flip permutation test of paired differences, a cross-check on t that assumes no
 * distribution: without a change each difference could as well have had the other sign. Undefined below six.
 */
export function signFlip(
  deltas: readonly number[],
  random: () => number,
): SignFlipResult | undefined {
  if (deltas.length < MIN_DIFFERENCES) return undefined;
  const total = deltas.reduce((sum, delta) => sum + delta, 0);
  // Sums of the same terms in another order differ in their last digits.
  const tolerance = 1e-9 * deltas.reduce((sum, delta) => sum + Math.abs(delta), 0);
  const threshold = Math.abs(total) - tolerance;
  return deltas.length <= MAX_EXACT
    ? { p: exactPValue(deltas, threshold), method: 'exact' }
    : { p: sampledPValue(deltas, threshold, random), method: 'sampled' };
}

/** By Gray code, so that each step flips one sign; the last sign stays, since the rest mirrors it. */
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

/** The outcome itself counts as one of the sample, so that p is never 0. */
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

/** The sums of a few differences with every choice of signs, so that a sample looks up a group of them at once. */
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
