import { formatConfidence, formatDeltaInterval } from '@fairtrial/format';

/** Explains the confidence interval of a mean. */
export const CI95_MEANING = '95 of 100 such intervals contain the true mean on this suite';

interface VerdictInterval {
  readonly interval: readonly [number, number] | null;
  readonly confidence: number;
}

/** The confidence interval of the verdict; a dash without a verdict. */
export function formatVerdictInterval(verdict: VerdictInterval | null | undefined): string {
  if (!verdict) return formatDeltaInterval(null);
  if (verdict.interval === null) return 'all attempts alike on each side';
  return `${formatDeltaInterval(verdict.interval)} ${formatConfidence(verdict.confidence)}`;
}
