import type { Scores } from '@fairtrial/contracts';
import { formatScore } from '@fairtrial/format';
import { html, type Html } from './html.ts';

export function scoreChips(scores: Scores): readonly Html[] {
  return Object.entries(scores).map(
    ([name, value]) => html`<span class="chip">${name} ${formatScore(value)}</span>`,
  );
}
