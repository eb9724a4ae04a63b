/** From this value on, five terms of Stirling's series give 13 digits. */
const STIRLING_FROM = 10;

const MAX_FRACTION_TERMS = 20_000;
const FRACTION_PRECISION = 1e-15;
const SMALLEST = 1e-300;

/** Logarithm of the gamma function, for x > 0. */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < STIRLING_FROM; shifted += 1) product *= shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) -
    shifted +
    0.5 * Math.log(2 * Math.PI) +
    stirlingRemainder(shifted) -
    Math.log(product)
  );
}

/**
 * Regularised incomplete beta function I_x(a, b). Takes both x and 1 − x, so that neither loses digits if the other is
 * close to 1.
 */
export function regularisedBeta(
  { x, rest }: { readonly x: number; readonly rest: number },
  a: number,
  b: number,
): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const front = Math.exp(
    a * logOfShare(x, rest) + b * logOfShare(rest, x) - logBeta(Math.max(a, b), Math.min(a, b)),
  );
  // The continued fraction converges fast only on one side of the mean; the other side uses its mirror image.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(rest, b, a)) / b;
}

function logOfShare(share: number, rest: number): number {
  return share > 0.5 ? Math.log1p(-rest) : Math.log(share);
}

/** Avoids the difference of two large logarithms, which would lose digits. */
function logBeta(larger: number, smaller: number): number {
  if (larger < STIRLING_FROM) {
    return logGamma(larger) + logGamma(smaller) - logGamma(larger + smaller);
  }
  const sum = larger + smaller;
  return (
    logGamma(smaller) -
    smaller * Math.log(larger) -
    (sum - 0.5) * Math.log1p(smaller / larger) +
    smaller +
    stirlingRemainder(larger) -
    stirlingRemainder(sum)
  );
}

function stirlingRemainder(x: number): number {
  const square = 1 / x ** 2;
  const inner = 1 / 1260 - square * (1 / 1680 - square / 1188);
  return (1 / 12 - square * (1 / 360 - square * inner)) / x;
}

/** Continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MAX_FRACTION_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < FRACTION_PRECISION) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < SMALLEST ? SMALLEST : value;
}
