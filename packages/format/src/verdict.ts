import type { ComparisonVerdict, GateResult, RunState } from '@assay/contracts';

export type VerdictResult = ComparisonVerdict['result'];

/** How good a status is; every surface has a colour for each. */
export type Tone = 'ok' | 'bad' | 'warn' | 'plain';

/** A status is a glyph, a word and a colour: each alone is enough to tell it. */
export interface StatusLabel {
  readonly label: string;
  readonly glyph: string;
  readonly tone: Tone;
}

/** Results of a comparison. The words are those of the API. */
export const VERDICT_LABELS: Readonly<Record<VerdictResult, StatusLabel>> = {
  regressed: { label: 'regressed', glyph: '▼', tone: 'bad' },
  improved: { label: 'improved', glyph: '▲', tone: 'ok' },
  same: { label: 'same', glyph: '=', tone: 'plain' },
  inconclusive: { label: 'inconclusive', glyph: '?', tone: 'plain' },
};

/** `same` and `inconclusive` together, if only changes matter. */
export const WITHIN_NOISE: StatusLabel = { label: 'within noise', glyph: '≈', tone: 'plain' };

export const GATE_LABELS: Readonly<Record<GateResult, StatusLabel>> = {
  pass: { label: 'pass', glyph: '✓', tone: 'ok' },
  fail: { label: 'fail', glyph: '✗', tone: 'bad' },
  inconclusive: { label: 'inconclusive', glyph: '?', tone: 'warn' },
};

export const RUN_STATE_LABELS: Readonly<Record<RunState, StatusLabel>> = {
  running: { label: 'running', glyph: '▶', tone: 'plain' },
  cancelling: { label: 'cancelling', glyph: '■', tone: 'warn' },
  completed: { label: 'completed', glyph: '✓', tone: 'ok' },
  cancelled: { label: 'cancelled', glyph: '■', tone: 'warn' },
  failed: { label: 'failed', glyph: '✗', tone: 'bad' },
};

/** ▼ regressed, ✓ pass */
export function formatStatus({ glyph, label }: StatusLabel): string {
  return `${glyph} ${label}`;
}
