import type {
  Basis,
  GateResult,
  Headline,
  HeadlineResult,
  RunState,
  ScenarioVerdict,
  SuiteResult,
} from '@fairtrial/contracts';
import { formatMany } from './numbers.ts';

/** The result of a comparison of a suite or of one scenario. */
export type VerdictResult = SuiteResult | ScenarioVerdict['result'];

/** CLI and console map each tone to a colour. */
export type Tone = 'ok' | 'bad' | 'warn' | 'plain';

/** The label or the glyph alone identifies the status, so it does not depend on colour. */
export interface StatusLabel {
  readonly label: string;
  readonly glyph: string;
  readonly tone: Tone;
}

const VERDICT_LABELS: Readonly<Record<VerdictResult, StatusLabel>> = {
  regressed: { label: 'regressed', glyph: '▼', tone: 'bad' },
  slightly_worse: { label: 'slightly worse', glyph: '▽', tone: 'warn' },
  same: { label: 'same', glyph: '=', tone: 'plain' },
  slightly_better: { label: 'slightly better', glyph: '△', tone: 'plain' },
  improved: { label: 'improved', glyph: '▲', tone: 'ok' },
  inconclusive: { label: 'inconclusive', glyph: '?', tone: 'plain' },
  no_change_found: { label: 'no change found', glyph: '·', tone: 'plain' },
};

/** Labels of results based on similarity: different wording is not a worse reply. */
const SIMILARITY_LABELS: Readonly<Partial<Record<VerdictResult, StatusLabel>>> = {
  regressed: { label: 'less similar', glyph: '▼', tone: 'warn' },
  slightly_worse: { label: 'slightly less similar', glyph: '▽', tone: 'plain' },
  slightly_better: { label: 'slightly more similar', glyph: '△', tone: 'plain' },
  improved: { label: 'more similar', glyph: '▲', tone: 'plain' },
};

/** No verdict: too few attempts, or too many turns without a score. */
export const NOT_KNOWN: StatusLabel = { label: 'not known', glyph: '–', tone: 'plain' };

/** `NOT_KNOWN` if there is no verdict. */
export function verdictLabel(
  result: VerdictResult | null | undefined,
  basis: Basis | null | undefined,
): StatusLabel {
  if (result === null || result === undefined) return NOT_KNOWN;
  const similarity = basis === 'similarity' ? SIMILARITY_LABELS[result] : undefined;
  return similarity ?? VERDICT_LABELS[result];
}

const HEADLINE_LABELS: Readonly<Record<HeadlineResult, StatusLabel>> = {
  service_failed: { label: 'service failed', glyph: '✗', tone: 'bad' },
  cancelled: { label: 'cancelled', glyph: '■', tone: 'warn' },
  user_failed: { label: 'user failed', glyph: '✗', tone: 'bad' },
  requests_failed: { label: 'requests failed', glyph: '✗', tone: 'bad' },
  replies_misread: { label: 'replies misread', glyph: '✗', tone: 'bad' },
  judge_failed: { label: 'judge failed', glyph: '✗', tone: 'bad' },
  budget_spent: { label: 'budget spent', glyph: '■', tone: 'warn' },
  checks_failed: { label: 'checks failed', glyph: '✗', tone: 'bad' },
  calls_not_reported: { label: 'calls not reported', glyph: '?', tone: 'warn' },
  gates_failed: { label: 'gates failed', glyph: '✗', tone: 'bad' },
  gates_inconclusive: { label: 'gates inconclusive', glyph: '?', tone: 'warn' },
  ...VERDICT_LABELS,
  less_similar: { label: 'less similar', glyph: '▼', tone: 'warn' },
  more_similar: { label: 'more similar', glyph: '▲', tone: 'plain' },
  passed: { label: 'passed', glyph: '✓', tone: 'ok' },
};

/** A result that would be bad is only a warning if the status is `pass`: a gate allowed the regression. */
export function headlineLabel({
  result,
  status,
}: Pick<Headline, 'result' | 'status'>): StatusLabel {
  const label = HEADLINE_LABELS[result];
  return label.tone === 'bad' && status === 'pass' ? { ...label, tone: 'warn' } : label;
}

export const GATE_LABELS: Readonly<Record<GateResult, StatusLabel>> = {
  pass: { label: 'pass', glyph: '✓', tone: 'ok' },
  fail: { label: 'fail', glyph: '✗', tone: 'bad' },
  inconclusive: { label: 'inconclusive', glyph: '?', tone: 'warn' },
};

/** For finished runs, show the headline instead. */
export const RUN_STATE_LABELS: Readonly<Record<RunState, StatusLabel>> = {
  running: { label: 'running', glyph: '▶', tone: 'plain' },
  cancelling: { label: 'cancelling', glyph: '■', tone: 'warn' },
  completed: { label: 'completed', glyph: '✓', tone: 'plain' },
  cancelled: { label: 'cancelled', glyph: '■', tone: 'warn' },
  failed: { label: 'failed', glyph: '✗', tone: 'bad' },
};

/** ▼ regressed, ✓ pass */
export function formatStatus({ glyph, label }: StatusLabel): string {
  return `${glyph} ${label}`;
}

const BASES: Readonly<Record<Basis, string>> = {
  judge: 'by the judge',
  checks: 'by checks',
  similarity: 'by similarity',
};

/** by the judge */
export function formatBasis(basis: Basis): string {
  return BASES[basis];
}

/** ▼ regressed, by the judge: overall 0.990 → 0.698 */
export function formatHeadline(headline: Headline): string {
  return `${formatHeadlineStatus(headline)}: ${headline.title}`;
}

/** ▼ regressed, by the judge */
export function formatHeadlineStatus(
  headline: Pick<Headline, 'result' | 'status' | 'basis'>,
): string {
  const basis = headline.basis === null ? '' : `, ${formatBasis(headline.basis)}`;
  return `${formatStatus(headlineLabel(headline))}${basis}`;
}

/** With 5 more attempts per run, a conclusive verdict is 80 % likely. */
export function formatAttemptsNeeded(additional: number): string {
  return `With ${formatMany(additional, 'more attempt')} per run, a conclusive verdict is 80 % likely.`;
}

/** With 12 more scenarios a conclusive verdict is 80 % likely. */
export function formatScenariosNeeded(additional: number): string {
  return `With ${formatMany(additional, 'more scenario')} a conclusive verdict is 80 % likely.`;
}
