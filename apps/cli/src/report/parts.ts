import type { Basis, Scores } from '@fairtrial/contracts';
import {
  formatScore,
  formatStatus,
  verdictLabel,
  type Tone,
  type VerdictResult,
} from '@fairtrial/format';
import { html, type Html } from './html.ts';

export function table(headings: readonly string[], rows: readonly Html[]): Html {
  const cells = headings.map((one) => html`<th>${one}</th>`);
  return html`<table>
    <thead>
      <tr>
        ${cells}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** The numbers of a chart as a collapsed table, for readers who cannot see the chart. */
export function chartTable(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<details>
    <summary>Show as table</summary>
    ${table(headings, rows)}
  </details>`;
}

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

export function scoreChips(scores: Scores): readonly Html[] {
  return Object.entries(scores).map(
    ([name, value]) => html`<span class="chip">${name} ${formatScore(value)}</span>`,
  );
}
