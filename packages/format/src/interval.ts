import { formatDelta, formatScore, formatShortDelta, formatShortScore, NONE } from './numbers.ts';

type Interval = readonly [low: number, high: number];

/** [0.838, 0.840] */
export function formatInterval(interval: Interval | null | undefined): string {
  return interval ? `[${formatScore(interval[0])}, ${formatScore(interval[1])}]` : NONE;
}

/** [−0.140, +0.040] */
export function formatDeltaInterval(interval: Interval | null | undefined): string {
  return interval ? `[${formatDelta(interval[0])}, ${formatDelta(interval[1])}]` : NONE;
}

/** [79.0%, 91.4%] */
export function formatShareInterval(interval: Interval | null | undefined): string {
  return interval ? `[${percent(interval[0])}, ${percent(interval[1])}]` : NONE;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** 0.839 [0.838, 0.840], or only the mean if there is no interval. */
export function formatMean(mean: number | null | undefined, interval?: Interval | null): string {
  const text = formatScore(mean);
  return interval ? `${text} ${formatInterval(interval)}` : text;
}

/** −0.090 [−0.140, −0.040], or only the change if there is no interval. */
export function formatChange(delta: number | null | undefined, interval?: Interval | null): string {
  const text = formatDelta(delta);
  return interval ? `${text} ${formatDeltaInterval(interval)}` : text;
}

/** .84 [.79,.88] */
export function formatShortMean(
  mean: number | null | undefined,
  interval?: Interval | null,
): string {
  const text = formatShortScore(mean);
  return interval ? `${text} [${interval.map(formatShortScore).join(',')}]` : text;
}

/** −.09 [−.14,−.04]; zero is padded by the width of a sign, so that the digits of a column line up. */
export function formatShortChange(
  delta: number | null | undefined,
  interval?: Interval | null,
): string {
  const text = formatShortDelta(delta).padStart(4);
  return interval ? `${text} [${interval.map(formatShortDelta).join(',')}]` : text;
}

/** 95 %, 99.4 % */
export function formatConfidence(confidence: number): string {
  return `${Number((confidence * 100).toFixed(1))} %`;
}

interface VerdictChange {
  readonly delta: number;
  readonly interval: Interval | null;
  readonly confidence: number;
}

/** −0.090 [−0.140, −0.040], 99.4 % interval, or only the change if the verdict has no interval. */
export function formatVerdictChange({ delta, interval, confidence }: VerdictChange): string {
  const text = formatChange(delta, interval);
  return interval ? `${text}, ${formatConfidence(confidence)} interval` : text;
}
