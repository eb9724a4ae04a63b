const COUNT = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Nothing to show. */
export const NONE = '–';

/** 0.839 */
export function formatScore(score: number | null | undefined, digits = 3): string {
  return score === null || score === undefined ? NONE : score.toFixed(digits);
}

/** +0.080, −0.090, 0.000: with a real minus, and no sign where it rounds to nothing. */
export function formatDelta(delta: number | null | undefined, digits = 3): string {
  if (delta === null || delta === undefined) return NONE;
  const size = Math.abs(delta).toFixed(digits);
  if (Number(size) === 0) return size;
  return `${delta < 0 ? '−' : '+'}${size}`;
}

/** 0.838–0.840 */
export function formatInterval(interval: readonly [number, number] | null | undefined): string {
  return interval ? `${formatScore(interval[0])}–${formatScore(interval[1])}` : NONE;
}

/** [−0.008, +0.006] */
export function formatDeltaInterval(
  interval: readonly [number, number] | null | undefined,
): string {
  return interval ? `[${formatDelta(interval[0])}, ${formatDelta(interval[1])}]` : '';
}

/** 0.012, < 0.001: a probability is never 0. */
export function formatP(p: number | null | undefined): string {
  if (p === null || p === undefined) return NONE;
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** 86.1% */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined) return NONE;
  const text = (share * 100).toFixed(1);
  return `${text.endsWith('.0') ? text.slice(0, -2) : text}%`;
}

/** 340 ms, 1.2 s, 2 min 5 s */
export function formatMs(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return NONE;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** $1.20, $0.00012: two digits that say something, however little it is. */
export function formatDollars(dollars: number | null | undefined): string {
  if (dollars === null || dollars === undefined) return NONE;
  const digits = dollars === 0 || dollars >= 0.1 ? 2 : 1 - Math.floor(Math.log10(dollars));
  return `$${dollars.toFixed(Math.min(digits, 9))}`;
}

/** 100,000 */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** 9.9K */
export function formatCompact(count: number): string {
  return COMPACT.format(count);
}

/** 1 turn, 2 turns */
export function formatMany(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
