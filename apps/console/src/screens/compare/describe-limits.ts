import type { ComparedScenario, Comparison } from '@fairtrial/contracts';
import { formatMany, formatScore, formatShare, verdictLabel } from '@fairtrial/format';

type LimitFields = Pick<
  Comparison,
  | 'basis'
  | 'on_this_suite'
  | 'interleaved'
  | 'between_runs'
  | 'contradictions'
  | 'scenarios'
  | 'min_attempts'
>;

/** Sentences about the basis and the limits of a comparison. */
export function describeLimits(comparison: LimitFields): readonly string[] {
  return [
    describeNoise(comparison),
    ...describeBounds(comparison),
    ...describeContradictions(comparison),
    ...describeUnknown(comparison),
  ];
}

function describeNoise({ interleaved, between_runs: noise }: LimitFields): string {
  if (interleaved)
    return 'Both models were played at the same time: noise between runs cancels out.';
  if (noise === null) return 'Noise between runs not measured.';
  return `Noise between runs: sd ${formatScore(noise.sd)}, measured on ${formatMany(noise.runs, 'earlier run')} and part of the verdicts.`;
}

function describeBounds({ on_this_suite: suite, basis }: LimitFields): readonly string[] {
  if (!suite?.bounds) return [];
  const { worst, best } = suite.bounds;
  const [against, inFavour] = [worst, best].map((result) => verdictLabel(result, basis).label);
  return [
    `If the missing turns had scored against it: ${against}. If they had scored for it: ${inFavour}.`,
  ];
}

function describeContradictions({ contradictions }: LimitFields): readonly string[] {
  if (contradictions === null) return [];
  const { baseline, candidate, increased } = contradictions;
  const change = increased ? 'an increase beyond noise' : 'no increase beyond noise was found';
  return [
    `Replies that contradict their reference: ${formatShare(baseline)} → ${formatShare(candidate)}, ${change}.`,
  ];
}

function describeUnknown({ scenarios, min_attempts: least }: LimitFields): readonly string[] {
  const isShort = scenarios.some(({ verdict, doubt }) => verdict === null && doubt === null);
  return isShort ? [`A verdict on one scenario needs ${least} attempts per run.`] : [];
}

/** The limit of the verdict on a scenario, or the reason why there is no verdict. */
export function describeScenarioLimit(
  { verdict, doubt }: ComparedScenario,
  minAttempts: number,
): string {
  if (verdict === null) return doubt ?? `needs ${minAttempts} attempts per run`;
  const { result, smallest_detectable: detectable } = verdict;
  if (result !== 'no_change_found' || detectable === null) return '';
  return `about ${formatScore(detectable, 2)} would have been found`;
}
