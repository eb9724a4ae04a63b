import type { InteractionResult } from '@assay/contracts';
import { html, type Html } from './html.ts';

/** What was asserted of a reply and what came of it, and why a judge scored it so. */
export function findings({ checks, score_details: details }: InteractionResult): Html {
  const items = checks.map(
    ({ type, passed, detail }) =>
      html`<li>
        <span class="${passed ? 'good' : 'bad'}">${passed ? '✓' : '✗'} ${type}</span>
        <bdi>${detail}</bdi>
      </li>`,
  );
  const reasons = Object.entries(details).flatMap(([name, detail]) => {
    const reason = rationaleIn(detail);
    return reason === undefined ? [] : [html`<p>${name}: <bdi>${reason}</bdi></p>`];
  });
  return html`${
    items.length > 0
      ? html`<ul>
          ${items}
        </ul>`
      : undefined
  }${reasons}`;
}

function rationaleIn(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null || !('rationale' in detail)) return undefined;
  return typeof detail.rationale === 'string' ? detail.rationale : undefined;
}
