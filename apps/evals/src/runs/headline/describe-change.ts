import type { Comparison, SuiteResult } from '@assay/contracts';
import {
  formatDelta,
  formatMany,
  formatScore,
  formatVerdictChange,
  verdictLabel,
} from '@assay/format';
import { combineVerdicts } from '@assay/statistics';

/** The fields of a comparison that decide. */
export type DecidingComparison = Pick<
  Comparison,
  | 'basis'
  | 'metric'
  | 'margin'
  | 'metrics'
  | 'on_this_suite'
  | 'in_general'
  | 'scenarios'
  | 'compared'
  | 'min_attempts'
  | 'contradictions'
>;

/** The change from one run to another, in one word and one sentence. */
export interface Change {
  readonly result: SuiteResult | 'less_similar' | 'more_similar';
  /** False if there is no verdict at all: nothing was compared often enough. */
  readonly isKnown: boolean;
  readonly title: string;
  readonly why: string;
}

/** With similarity as basis, only a loss larger than this is called a regression: wording alone varies by less. */
export const GROSS_DROP = 0.3;

const NAMES_SHOWN = 3;

/**
 * The one place that turns the verdicts of a comparison into a word. `beyond`: a loss up to this is accepted. With
 * similarity as basis a loss is a regression only if it is gross, or if replies contradict their references more often.
 */
export function describeChange(comparison: DecidingComparison, beyond?: number): Change {
  const { basis, on_this_suite: suite, in_general: inGeneral, scenarios } = comparison;
  const limit = basis === 'similarity' ? GROSS_DROP : beyond;
  const worse = scenarios.filter(
    ({ verdict }) => verdict?.result === 'regressed' && isBeyond(verdict, limit),
  );
  const whole = suite ?? inGeneral;
  const isSuiteWorse = whole?.result === 'regressed' && isBeyond(whole, limit);
  const contradicts = basis === 'similarity' && comparison.contradictions?.increased === true;
  const isKnown = whole !== null || scenarios.some(({ verdict }) => verdict !== null);
  const text = { title: titleOf(comparison), why: whyOf(comparison, worse) };
  if (isSuiteWorse || worse.length > 0) return { result: 'regressed', isKnown, ...text };
  if (contradicts) return { result: 'regressed', isKnown, ...describeContradictions(comparison) };
  const word = combineVerdicts({
    suite,
    inGeneral,
    scenarios: scenarios.map(({ verdict }) => verdict),
  });
  return { result: accept(word, basis), isKnown, ...text };
}

function isBeyond(
  { delta, interval }: { readonly delta: number; readonly interval: readonly number[] | null },
  limit: number | undefined,
): boolean {
  if (limit === undefined) return true;
  // Without an interval all attempts were alike on each side, and the difference is all that is known.
  return (interval?.[1] ?? delta) < -limit;
}

/** The word of a change that is no regression, or one that is accepted. */
function accept(word: SuiteResult, basis: Comparison['basis']): Change['result'] {
  if (basis === 'similarity') {
    if (word === 'regressed' || word === 'slightly_worse') return 'less_similar';
    if (word === 'improved' || word === 'slightly_better') return 'more_similar';
  }
  return word === 'regressed' ? 'slightly_worse' : word;
}

function titleOf({
  metric,
  metrics,
  on_this_suite: suite,
  in_general,
}: DecidingComparison): string {
  const { baseline = null, candidate = null, delta = null } = metrics[metric] ?? {};
  const whole = suite ?? in_general;
  const means = `${metric} ${formatScore(baseline?.mean)} → ${formatScore(candidate?.mean)}`;
  if (whole === null) return `${means} (${formatDelta(delta)}, no verdict)`;
  return `${means} (${formatVerdictChange(whole)})`;
}

function whyOf(comparison: DecidingComparison, worse: DecidingComparison['scenarios']): string {
  const { scenarios, on_this_suite: suite, in_general, min_attempts: least } = comparison;
  const count = (result: string): number =>
    scenarios.filter(({ verdict }) => verdict?.result === result).length;
  const unknown = scenarios.filter(({ verdict }) => verdict === null).length;
  const counts = [
    [count('regressed'), verdictLabel('regressed', comparison.basis).label],
    [count('improved'), verdictLabel('improved', comparison.basis).label],
    [count('no_change_found'), 'without a change found'],
    [unknown, 'not known'],
  ] as const;
  const parts = counts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  const named = worse
    .slice(0, NAMES_SHOWN)
    .map(({ name, delta }) => `${name} (${formatDelta(delta)})`);
  const more = worse.length > NAMES_SHOWN ? [`${worse.length - NAMES_SHOWN} more`] : [];
  const detectable = (suite ?? in_general)?.smallest_detectable ?? null;
  const sentences = [
    `${formatMany(scenarios.length, 'scenario')}: ${parts.join(', ')}.`,
    worse.length > 0 && `Worse: ${[...named, ...more].join(', ')}.`,
    suite === null &&
      in_general === null &&
      'Too few attempts for a verdict: one attempt a side says nothing about noise.',
    suite !== null &&
      unknown > 0 &&
      scenarios.some(({ verdict, doubt }) => verdict === null && doubt === null) &&
      `A verdict on one scenario needs ${least} attempts a side.`,
    suite?.result === 'inconclusive' &&
      detectable !== null &&
      `A change of about ${formatScore(detectable)} would have been found four times in five.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function describeContradictions({
  contradictions,
}: DecidingComparison): Pick<Change, 'title' | 'why'> {
  const share = (value = 0): string => `${(value * 100).toFixed(1)} %`;
  return {
    title: `replies that contradict their reference: ${share(contradictions?.baseline)} → ${share(contradictions?.candidate)}`,
    why: 'Facts in conflict or flipped negations increased beyond noise.',
  };
}
