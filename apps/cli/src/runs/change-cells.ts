import type { Basis, Comparison } from '@fairtrial/contracts';
import {
  formatAttemptsNeeded,
  formatComparedUsers,
  formatConfidence,
  formatScore,
  formatShortChange,
  listChangedScenarios,
  verdictLabel,
  type VerdictResult,
} from '@fairtrial/format';
import { toneStyle, type Cell } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';

/** The fields that verdicts on suites and on scenarios have in common. */
interface AnyVerdict {
  readonly result: VerdictResult;
  readonly delta: number;
  readonly interval: readonly [number, number] | null;
}

interface ChangeOptions {
  readonly delta: number | null | undefined;
  readonly verdict: AnyVerdict | null | undefined;
  readonly basis: Basis;
}

/** The change with its confidence interval, and the label of the verdict; `not known` without a verdict. */
export function changeCells(
  { delta, verdict, basis }: ChangeOptions,
  { colors }: Terminal,
): readonly [change: Cell, word: Cell] {
  const { label, glyph, tone } = verdictLabel(verdict?.result, basis);
  const style = toneStyle(tone, colors);
  const sign = verdict ? glyph : ' ';
  const change = formatShortChange(verdict?.delta ?? delta, verdict?.interval);
  return [
    { text: `${sign} ${change}`, style },
    { text: label, style },
  ];
}

const CHANGED_LISTED = 10;

/** Notes below a table of changes: the confidence level of the intervals, and what is not known. */
export function changeNotes(comparison: Comparison): readonly string[] {
  const { scenarios, on_this_suite: suite, between_runs: runs, min_attempts: least } = comparison;
  const { changed } = comparison;
  const doubts = scenarios.flatMap(({ name, doubt }) =>
    doubt === null ? [] : [`${name}: ${doubt}`],
  );
  const isTooFew = scenarios.some(({ verdict, doubt }) => verdict === null && doubt === null);
  return [
    ...intervalNote(comparison),
    // If there is a verdict on the suite, the headline already says so.
    ...(isTooFew && suite === null
      ? [`A verdict on one scenario needs ${least} attempts per run.`]
      : []),
    ...neededNote(comparison),
    ...(changed.length > 0
      ? [`Changed, not compared: ${listChangedScenarios(changed, CHANGED_LISTED)}`]
      : []),
    ...doubts.map((doubt) => `Not known: ${doubt}`),
    ...(comparison.simulated_user ? formatComparedUsers(comparison.simulated_user) : []),
    ...(comparison.interleaved
      ? ['Both models were played at the same time: noise between runs cancels out.']
      : [describeNoise(runs)]),
  ];
}

/** The number of attempts that a verdict needs, unless the headline says so. */
function neededNote({ on_this_suite: suite, headline }: Comparison): readonly string[] {
  if (typeof suite?.additional_attempts !== 'number') return [];
  const needed = formatAttemptsNeeded(suite.additional_attempts);
  return headline.next === needed ? [] : [needed];
}

function describeNoise(runs: Comparison['between_runs']): string {
  return runs === null
    ? 'Noise between runs not measured.'
    : `Noise between runs: standard deviation ${formatScore(runs.sd)} over ${runs.runs} runs, part of the verdicts.`;
}

function intervalNote({ scenarios, on_this_suite: suite }: Comparison): readonly string[] {
  const ofScenarios = scenarios.flatMap(({ verdict }) =>
    verdict?.interval ? verdict.confidence : [],
  );
  const lowest = formatConfidence(Math.min(...ofScenarios));
  const highest = formatConfidence(Math.max(...ofScenarios));
  const parts = [
    ...(ofScenarios.length > 0
      ? [`scenarios ${lowest === highest ? lowest : `${lowest} to ${highest}`}`]
      : []),
    ...(suite?.interval ? [`all ${formatConfidence(suite.confidence)}`] : []),
  ];
  return parts.length === 0 ? [] : [`Intervals: ${parts.join(', ')}.`];
}
