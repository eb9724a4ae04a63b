import type { Basis } from '@fairtrial/contracts';
import { formatStatus, verdictLabel, type Tone, type VerdictResult } from '@fairtrial/format';
import { html, type Html } from './html.ts';

export const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  ok: 'good',
  bad: 'bad',
  warn: 'warn',
  plain: 'calm',
};

/** `null` or `undefined` if there is no verdict. */
type AnyResult = VerdictResult | null | undefined;

export function toneOf(result: AnyResult, basis: Basis): string {
  return TONE_CLASSES[verdictLabel(result, basis).tone];
}

export function verdict(result: AnyResult, basis: Basis): Html {
  const text = formatStatus(verdictLabel(result, basis));
  return html`<span class="${toneOf(result, basis)}">${text}</span>`;
}
