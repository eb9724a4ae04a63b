import { formatStatus, NONE, VERDICT_LABELS, type Tone, type VerdictResult } from '@assay/format';
import { html, type Html } from './html.ts';

/** Classes of the style sheet. */
export const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  ok: 'good',
  bad: 'bad',
  warn: 'calm',
  plain: 'calm',
};

export function toneOf(result: VerdictResult | undefined): string {
  return TONE_CLASSES[result === undefined ? 'plain' : VERDICT_LABELS[result].tone];
}

export function verdict(result: VerdictResult | undefined): Html {
  const text = result === undefined ? NONE : formatStatus(VERDICT_LABELS[result]);
  return html`<span class="${toneOf(result)}">${text}</span>`;
}
