import { formatMany, formatScore } from '@fairtrial/format';
import { html, type Html } from './html.ts';
import { chartTable } from './table.ts';

const BINS = 20;
const WIDTH = 560;
const HEIGHT = 170;
const LEFT = 40;
const BOTTOM = 22;
const TOP = 6;

/** A histogram of the overall scores of all replies. */
export function distribution(scores: readonly number[]): Html | undefined {
  if (scores.length === 0) return undefined;
  const bins = Array<number>(BINS).fill(0);
  for (const value of scores) {
    const at = Math.min(BINS - 1, Math.max(0, Math.floor(value * BINS)));
    bins[at] = (bins[at] ?? 0) + 1;
  }
  return html`<section class="card">
    <h2>Scores of all replies</h2>
    ${plot(bins, scores.length)}${numbers(bins)}
  </section>`;
}

function plot(bins: readonly number[], total: number): Html {
  const most = Math.max(...bins);
  const width = (WIDTH - LEFT) / BINS;
  const floor = HEIGHT - BOTTOM;
  const bars = bins.map((n, at) => {
    const height = (n / most) * (floor - TOP);
    return html`<rect
      class="bar"
      x="${LEFT + at * width + 1}"
      y="${floor - height}"
      width="${width - 2}"
      height="${height}"
    />`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (tick) =>
      html`<text
        class="tick"
        x="${LEFT + tick * (WIDTH - LEFT - 8)}"
        y="${HEIGHT - 6}"
        text-anchor="middle"
        >${tick}</text
      >`,
  );
  const sentence = `${formatMany(total, 'reply', 'replies')}, most of them between ${binRange(bins.indexOf(most))}`;
  return html`<svg
    class="bars"
    role="img"
    aria-label="${sentence}"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
  >
    <line class="axis" x1="${LEFT}" x2="${WIDTH}" y1="${floor}" y2="${floor}" />
    <text class="tick" x="${LEFT - 6}" y="${TOP + 8}" text-anchor="end">${most}</text>
    ${bars}${ticks}
  </svg>`;
}

function numbers(bins: readonly number[]): Html {
  const rows = bins.map(
    (n, at) =>
      html`<tr>
        <th scope="row">${binRange(at)}</th>
        <td>${n}</td>
      </tr>`,
  );
  return chartTable(['Overall', 'Replies'], rows);
}

function binRange(bin: number): string {
  return `${formatScore(bin / BINS, 2)} and ${formatScore((bin + 1) / BINS, 2)}`;
}
