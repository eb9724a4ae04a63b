/**
 * Number formats for people. A missing value is a dash; negative values have a minus sign (U+2212), not a hyphen.
 * The short forms are for narrow columns: terminal tables and heatmap cells.
 */
const COUNT = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Shown for a missing value. */
export const NONE = '–';

/** 0.839 */
export function formatScore(score: number | null | undefined, digits = 3): string {
  return score === null || score === undefined ? NONE : score.toFixed(digits);
}

/** .84, 1.0: always three characters. */
export function formatShortScore(score: number | null | undefined): string {
  if (score === null || score === undefined) return NONE;
  const text = score.toFixed(2);
  return text.startsWith('0') ? text.slice(1) : text.slice(0, 3);
}

/** +0.080, −0.090, 0.000: no sign if it rounds to zero. */
export function formatDelta(delta: number | null | undefined, digits = 3): string {
  if (delta === null || delta === undefined) return NONE;
  return withSign(delta, formatScore(Math.abs(delta), digits));
}

/** +.08, −.09, .00 */
export function formatShortDelta(delta: number | null | undefined): string {
  if (delta === null || delta === undefined) return NONE;
  return withSign(delta, formatShortScore(Math.abs(delta)));
}

function withSign(delta: number, size: string): string {
  if (Number.parseFloat(size) === 0) return size;
  return `${delta < 0 ? '−' : '+'}${size}`;
}

/** 0.012, < 0.001: a probability is never shown as 0. */
export function formatP(p: number | null | undefined): string {
  if (p === null || p === undefined) return NONE;
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** 86.1%, 90% */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined) return NONE;
  const text = (share * 100).toFixed(1);
  return `${text.endsWith('.0') ? text.slice(0, -2) : text}%`;
}

/** +14%, −3%, 0%: the relative change; a dash if `before` is 0 or either value is missing. */
export function formatRelative(
  before: number | null | undefined,
  now: number | null | undefined,
): string {
  if (!before || now === null || now === undefined) return NONE;
  const change = now / before - 1;
  return withSign(change, `${Math.abs(change * 100).toFixed(0)}%`);
}

/** 100,000 */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** 36–60, or 36 if both are the same */
export function formatCountRange({
  least,
  most,
}: {
  readonly least: number;
  readonly most: number;
}): string {
  return least === most ? formatCount(least) : `${formatCount(least)}–${formatCount(most)}`;
}

/** 9.9K */
export function formatCompactCount(count: number): string {
  return COMPACT.format(count);
}

/** 1 turn, 2 turns; 2 replies */
export function formatMany(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** $1.20, $0.00012: two significant digits, however small the amount is. */
export function formatCost(dollars: number | null | undefined): string {
  if (dollars === null || dollars === undefined) return NONE;
  const digits = dollars === 0 || dollars >= 0.1 ? 2 : 1 - Math.floor(Math.log10(dollars));
  return `$${dollars.toFixed(Math.min(digits, 9))}`;
}

/** $0.12–$0.20, or $0.12 if both are the same */
export function formatCostRange({
  least,
  most,
}: {
  readonly least: number;
  readonly most: number;
}): string {
  const [low, high] = [formatCost(least), formatCost(most)];
  return low === high ? low : `${low}–${high}`;
}

/** ±0.15 or ±0.074: a change that a comparison would find. */
export function formatDetectable(change: number): string {
  return `±${formatScore(change, change < 0.0995 ? 3 : 2)}`;
}

/** +$0.020, −$0.10, $0.00 */
export function formatCostDelta(dollars: number | null | undefined): string {
  if (dollars === null || dollars === undefined) return NONE;
  const text = formatCost(Math.abs(dollars));
  return dollars === 0 ? text : `${dollars < 0 ? '−' : '+'}${text}`;
}
