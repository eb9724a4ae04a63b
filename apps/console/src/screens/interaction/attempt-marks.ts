import type { InteractionRow, RunState } from '@fairtrial/contracts';
import { formatScore, type StatusLabel } from '@fairtrial/format';
import { isOver } from '../../data/run-queries.ts';
import type { InteractionSearch } from './interaction-search.ts';
import type { Reply } from './use-reply.ts';

/** Decides whether an attempt passes. */
export interface PassRule {
  readonly state: RunState;
  /** The pass threshold of this view: from the URL, otherwise from the run. */
  readonly threshold: number | undefined;
  /** The pass threshold of the run, used by the service. */
  readonly ownThreshold: number | null;
  /** The first turn of the simulated user, whose turns have no score of their own; `undefined` without one. */
  readonly simulatedFrom: number | undefined;
}

/** The rule by which attempts of a run pass in this view. */
export function passRule(
  { run: { state, result }, scenario }: Pick<Reply, 'run' | 'scenario'>,
  search: InteractionSearch,
): PassRule {
  const ownThreshold = result?.pass_threshold ?? null;
  return {
    state,
    threshold: search.pass_threshold ?? ownThreshold ?? undefined,
    ownThreshold,
    simulatedFrom: scenario.user ? scenario.interactions.length : undefined,
  };
}

type AttemptRow = Pick<InteractionRow, 'turn' | 'outcome' | 'overall' | 'passed'>;

/** Glyph, label and colour for the outcome of an attempt. */
export function markAttempt(row: AttemptRow, rule: PassRule): StatusLabel {
  const { outcome, overall } = row;
  if (outcome === 'endpoint_failed') return { glyph: '!', label: 'request failed', tone: 'warn' };
  if (hasFailedCheck(row, rule)) {
    const score = overall === null ? '' : `${formatScore(overall, 2)}, `;
    return { glyph: '✗', label: `${score}a check failed`, tone: 'bad' };
  }
  if (overall === null && isSimulated(row.turn, rule)) {
    return { glyph: '·', label: 'answered', tone: 'plain' };
  }
  if (overall === null) {
    const label = isOver(rule.state) ? 'no score' : 'judge not finished';
    return { glyph: '…', label, tone: 'warn' };
  }
  const score = formatScore(overall, 2);
  if (rule.threshold === undefined) {
    return row.passed === true
      ? { glyph: '✓', label: `${score}, checks hold`, tone: 'ok' }
      : { glyph: '·', label: score, tone: 'plain' };
  }
  return overall < rule.threshold
    ? { glyph: '✗', label: `${score}, below the pass threshold`, tone: 'bad' }
    : { glyph: '✓', label: `${score}, passed`, tone: 'ok' };
}

/** True if a simulated user wrote the message of the turn. */
export function isSimulated(turn: number, { simulatedFrom }: PassRule): boolean {
  return simulatedFrom !== undefined && turn >= simulatedFrom;
}

/** True if the service says that the attempt did not pass, and the threshold is not the reason. */
function hasFailedCheck({ passed, overall }: AttemptRow, { ownThreshold }: PassRule): boolean {
  return passed === false && (ownThreshold === null || overall === null || overall >= ownThreshold);
}
