import type { Headline } from '@assay/contracts';
import { formatHeadlineStatus, headlineLabel } from '@assay/format';
import { html, type Html } from './html.ts';
import { TONE_CLASSES } from './verdict.ts';

/** The headline of a run: its label, its numbers, its reasons, and the next step. */
export function headlineCard(headline: Headline): Html {
  const { title, why, next } = headline;
  const tone = TONE_CLASSES[headlineLabel(headline).tone];
  return html`<section class="card headline">
    <p>
      <span class="pill ${tone}">${formatHeadlineStatus(headline)}</span>
      <strong><bdi>${title}</bdi></strong>
    </p>
    <p><bdi>${why}</bdi></p>
    ${next === null ? undefined : html`<p>Next: <bdi>${next}</bdi></p>`}
  </section>`;
}
