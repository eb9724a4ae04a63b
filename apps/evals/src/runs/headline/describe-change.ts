import type {
  Comparison,
  ComparisonVerdict,
  GeneralVerdict,
  ScenarioVerdict,
  SuiteResult,
} from '@fairtrial/contracts';
import {
  formatChangedScenarios,
  formatDelta,
  formatMany,
  formatScore,
  formatVerdictChange,
  verdictLabel,
  formatShare,
} from '@fairtrial/format';
import { combineVerdicts } from '@fairtrial/statistics';

/** The fields of a comparison that decide the result. */
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
  | 'changed'
  | 'contradictions'
  | 'incomparable'
  | 'simulated_user'
>;

/** The change from one run to another: one result and one sentence. */
export interface Change {
  readonly result: SuiteResult | 'less_similar' | 'more_similar';
  /** False if there is no verdict at all, because nothing was compared often enough. */
  readonly isKnown: boolean;
  readonly title: string;
  readonly why: string;
}

/** With similarity as basis, only a loss larger than this is a regression: wording alone varies by less. */
const GROSS_DROP = 0.3;

const NAMES_SHOWN = 3;

const NOTHING_COMPARED = {
  result: 'inconclusive',
  isKnown: false,
  title: 'nothing could be compared',
} as const;

/**
 * The only place that turns the verdicts of a comparison into a result. `beyond`: a loss up to this limit is accepted.
 * With similarity as basis a loss is a regression only if it is gross, or if replies contradict their references more
 * often.
 */
export function describeChange(comparison: DecidingComparison, beyond?: number): Change {
  const { basis, on_this_suite: suite, in_general: inGeneral, scenarios } = comparison;
  if (scenarios.length === 0) return { ...NOTHING_COMPARED, why: describeMissing(comparison) };
  const open = findIncomparable(comparison);
  if (open !== undefined) return open;
  const limit = beyond ?? (basis === 'similarity' ? GROSS_DROP : undefined);
  const worse = scenarios.filter(({ verdict }) => isWorse(verdict, limit));
  const whole = suite ?? inGeneral;
  const contradicts = basis === 'similarity' && comparison.contradictions?.increased === true;
  const isKnown = canFind(comparison);
  const text = { title: titleOf(comparison, worse), why: whyOf(comparison, worse) };
  if (isWorse(whole, limit) || worse.length > 0) return { result: 'regressed', isKnown, ...text };
  if (contradicts) return { result: 'regressed', isKnown, ...describeContradictions(comparison) };
  const word = combineVerdicts({
    suite,
    inGeneral,
    scenarios: scenarios.map(({ verdict }) => verdict),
  });
  return { result: accept(word, basis), isKnown, ...text };
}

/** Why no scenario was compared. */
function describeMissing({ changed }: DecidingComparison): string {
  if (changed.length === 0) return 'The two runs have no scenario in common.';
  return `The two runs have no scenario with equal content: ${formatChangedScenarios(changed)}.`;
}

/** True if a change could have been detected. With two attempts at one scenario only the interval is available. */
function canFind({ on_this_suite: suite, in_general, scenarios }: DecidingComparison): boolean {
  const whole = suite ?? in_general;
  if (whole === null) return false;
  const isDecided = whole.result !== 'inconclusive' || whole.smallest_detectable !== null;
  return isDecided || scenarios.some(({ verdict }) => verdict !== null);
}

/** Why the scores of the two runs do not show a change of the model; `undefined` if they can. */
function findIncomparable({
  incomparable,
  simulated_user: users,
}: DecidingComparison): Change | undefined {
  if (incomparable !== null) return describeIncomparable(incomparable);
  return users?.doubt ? describeUserDoubt(users.doubt) : undefined;
}

function describeIncomparable(why: string): Change {
  return {
    result: 'inconclusive',
    isKnown: false,
    title: 'the runs were scored in different ways',
    why,
  };
}

/** The user decides what is asked of a model, so its faults must be as frequent on both sides. */
function describeUserDoubt(doubt: string): Change {
  return {
    result: 'inconclusive',
    isKnown: false,
    title: 'the simulated user does not allow a comparison',
    why: `${doubt.charAt(0).toUpperCase()}${doubt.slice(1)}.`,
  };
}

type AnyVerdict = ComparisonVerdict | GeneralVerdict | ScenarioVerdict;

/** True if the verdict is a regression, beyond the limit if there is one. */
function isWorse(verdict: AnyVerdict | null, limit: number | undefined): boolean {
  if (verdict === null) return false;
  if (limit === undefined) return verdict.result === 'regressed';
  if (verdict.interval !== null) return verdict.interval[1] < -limit;
  // All attempts of each side have the same score, so only the difference is known.
  return verdict.result === 'regressed' && verdict.delta < -limit;
}

/** The result of a change that is not a regression, or of an accepted regression. */
function accept(word: SuiteResult, basis: Comparison['basis']): Change['result'] {
  if (basis === 'similarity') {
    if (word === 'regressed' || word === 'slightly_worse') return 'less_similar';
    if (word === 'improved' || word === 'slightly_better') return 'more_similar';
  }
  return word === 'regressed' ? 'slightly_worse' : word;
}

function titleOf(comparison: DecidingComparison, worse: DecidingComparison['scenarios']): string {
  const { metric, metrics, on_this_suite: suite, in_general } = comparison;
  const { baseline, candidate, delta = null } = metrics[metric] ?? {};
  const whole = suite ?? in_general;
  const means = `${metric} ${formatScore(baseline?.mean)} → ${formatScore(candidate?.mean)}`;
  const change = whole === null ? `${formatDelta(delta)}, no verdict` : formatVerdictChange(whole);
  const lead = whole?.result === 'regressed' ? '' : leadOf(comparison, worse);
  return `${lead}${means} (${change})`;
}

/** Regressions of single scenarios come before the suite, which may be hardly worse. */
function leadOf({ scenarios }: DecidingComparison, worse: DecidingComparison['scenarios']): string {
  const [first] = worse;
  if (first === undefined) return '';
  const loss = formatScore(Math.abs(first.delta ?? 0));
  return `${worse.length} of ${formatMany(scenarios.length, 'scenario')} worse, ${first.name} by ${loss}; `;
}

function whyOf(comparison: DecidingComparison, worse: DecidingComparison['scenarios']): string {
  const { scenarios, changed } = comparison;
  const named = worse
    .slice(0, NAMES_SHOWN)
    .map(({ name, delta }) => `${name} (${formatDelta(delta)})`);
  const more = worse.length > NAMES_SHOWN ? [`${worse.length - NAMES_SHOWN} more`] : [];
  const sentences = [
    `${formatMany(scenarios.length, 'scenario')}: ${countResults(comparison)}.`,
    changed.length > 0 && `${formatChangedScenarios(changed)}.`,
    worse.length > 0 && `Worse: ${[...named, ...more].join(', ')}.`,
    ...describePower(comparison),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

/** `1 regressed, 8 without a change found` */
function countResults({ scenarios, basis }: DecidingComparison): string {
  const words: readonly (readonly [string | undefined, string])[] = [
    ['regressed', verdictLabel('regressed', basis).label],
    ['improved', verdictLabel('improved', basis).label],
    ['no_change_found', 'without a change found'],
    [undefined, 'not known'],
  ];
  return words
    .map(([result, word]) => {
      const count = scenarios.filter(({ verdict }) => verdict?.result === result).length;
      return count === 0 ? '' : `${count} ${word}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}

/** Sentences about the changes that the comparison could detect. */
function describePower(comparison: DecidingComparison): readonly (string | false)[] {
  const { scenarios, on_this_suite: suite, in_general, min_attempts: least } = comparison;
  if (suite === null) {
    const advice = 'Too few attempts for a verdict: one attempt per run says nothing about noise.';
    return [in_general === null && advice];
  }
  const detectable = suite.result === 'inconclusive' ? suite.smallest_detectable : null;
  return [
    scenarios.some(({ verdict, doubt }) => verdict === null && doubt === null) &&
      `A verdict on one scenario needs ${least} attempts per run.`,
    detectable !== null &&
      `A change of about ${formatScore(detectable)} would have been found four times in five.`,
    suite.bounds !== null &&
      suite.bounds.worst !== suite.result &&
      `If the turns without a score had scored against it: ${verdictLabel(suite.bounds.worst, comparison.basis).label}.`,
  ];
}

function describeContradictions({
  contradictions,
}: DecidingComparison): Pick<Change, 'title' | 'why'> {
  const { baseline = 0, candidate = 0 } = contradictions ?? {};
  return {
    title: `replies that contradict their reference: ${formatShare(baseline)} → ${formatShare(candidate)}`,
    why: 'Facts in conflict or flipped negations increased beyond noise.',
  };
}
