import type { Basis, Comparison, ScenarioVerdict } from '@fairtrial/contracts';
import {
  formatConfidence,
  formatDelta,
  formatDeltaInterval,
  formatMany,
  formatScore,
  NONE,
} from '@fairtrial/format';
import { html, type Html } from './html.ts';
import { chartTable, toneOf, verdict } from './parts.ts';

export interface StripDot {
  readonly value: number | undefined;
  readonly passed: boolean | null;
}

const STRIP_WIDTH = 120;
const STRIP_HEIGHT = 16;
const STRIP_MARGIN = 6;
const MIDDLE = STRIP_HEIGHT / 2;

/** Draws the attempts on a line from 0 to 1: a dot for each, a cross if it did not pass. */
export function attemptsStrip(dots: readonly StripDot[]): Html {
  const sentence = `Scores of ${dots.length} attempts: ${dots.map(({ value }) => formatScore(value)).join(', ')}`;
  return html`<svg
    class="strip"
    role="img"
    aria-label="${sentence}"
    viewBox="0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}"
    width="${STRIP_WIDTH}"
    height="${STRIP_HEIGHT}"
  >
    <line
      class="axis"
      x1="${STRIP_MARGIN}"
      x2="${STRIP_WIDTH - STRIP_MARGIN}"
      y1="${MIDDLE}"
      y2="${MIDDLE}"
    />
    ${dots.map(dotOrCross)}
  </svg>`;
}

function dotOrCross({ value, passed }: StripDot): Html {
  if (value === undefined) return html``;
  const x = STRIP_MARGIN + value * (STRIP_WIDTH - 2 * STRIP_MARGIN);
  if (passed !== false) return html`<circle class="dot" cx="${x}" cy="${MIDDLE}" r="3" />`;
  const [left, right] = [x - 3, x + 3];
  return html`<path
    class="cross"
    d="M${left} ${MIDDLE - 3}L${right} ${MIDDLE + 3}M${left} ${MIDDLE + 3}L${right} ${MIDDLE - 3}"
  />`;
}

/** The width of the two charts. */
const WIDTH = 560;

const BINS = 20;
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
    ${plotBins(bins, scores.length)}${binTable(bins)}
  </section>`;
}

function plotBins(bins: readonly number[], total: number): Html {
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

function binTable(bins: readonly number[]): Html {
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

const LABEL = 190;
const MARGIN = 24;
const ROW = 22;
const MAX_ROWS = 60;

interface Row {
  readonly name: string;
  readonly delta: number;
  readonly verdict: ScenarioVerdict | null;
}

/** The change of every scenario with its confidence interval, the largest loss first. */
export function forestPlot({ scenarios, basis }: Comparison): Html | undefined {
  const rows = scenarios
    .flatMap(({ name, delta, verdict: found }): readonly Row[] =>
      delta === null ? [] : [{ name, delta, verdict: found }],
    )
    .toSorted((a, b) => a.delta - b.delta);
  if (rows.length === 0) return undefined;
  const shown =
    rows.length <= MAX_ROWS ? rows : [...rows.slice(0, MAX_ROWS / 2), ...rows.slice(-MAX_ROWS / 2)];
  return html`<section class="card">
    <h2>Change by scenario, with the interval of its verdict</h2>
    ${plotChanges(shown, basis)}${shown.length < rows.length ? html`<p class="hint">The ${MAX_ROWS / 2} that fell most and the ${MAX_ROWS / 2} that rose most, of ${rows.length}.</p>` : undefined}${changeTable(rows, basis)}
  </section>`;
}

function plotChanges(rows: readonly Row[], basis: Basis): Html {
  const ends = rows.flatMap((row) => [row.delta, ...(row.verdict?.interval ?? [])]).map(Math.abs);
  const reach = Math.max(0.05, ...ends) * 1.08;
  const x = (value: number): number =>
    LABEL + MARGIN + ((value + reach) / (2 * reach)) * (WIDTH - LABEL - 2 * MARGIN);
  const height = (rows.length + 1) * ROW + 6;
  const ticks = [-reach / 1.08, 0, reach / 1.08];
  const sentence = `Change of ${rows.length} scenarios. ${rows
    .slice(0, 3)
    .map(({ name, delta }) => `${name} ${formatDelta(delta)}`)
    .join(', ')}`;
  return html`<svg
    class="forest"
    role="img"
    aria-label="${sentence}"
    viewBox="0 0 ${WIDTH} ${height}"
  >
    <line class="zero" x1="${x(0)}" x2="${x(0)}" y1="0" y2="${height - ROW}" />
    ${rows.map((row, at) => html`<g class="${toneOf(row.verdict?.result, basis)}">${line(row, (at + 0.5) * ROW, x)}</g>`)}${ticks.map((tick) => html`<text class="tick" x="${x(tick)}" y="${height - 6}" text-anchor="middle">${formatDelta(tick)}</text>`)}
  </svg>`;
}

function line({ name, delta, verdict: found }: Row, y: number, x: (value: number) => number): Html {
  const interval = found?.interval;
  const range = interval
    ? html`<line x1="${x(interval[0])}" x2="${x(interval[1])}" y1="${y}" y2="${y}" />`
    : undefined;
  return html`<text x="${LABEL}" y="${y + 4}" text-anchor="end">${truncateName(name)}</text
    >${range}<circle cx="${x(delta)}" cy="${y}" r="4.5" />`;
}

function changeTable(rows: readonly Row[], basis: Basis): Html {
  const body = rows.map(
    ({ name, delta, verdict: found }) =>
      html`<tr>
        <th scope="row"><bdi>${name}</bdi></th>
        <td>${formatDelta(delta)}</td>
        <td>${formatDeltaInterval(found?.interval)}</td>
        <td>${found?.interval ? formatConfidence(found.confidence) : NONE}</td>
        <td>${verdict(found?.result, basis)}</td>
      </tr>`,
  );
  return chartTable(['Scenario', 'Change', 'Interval', 'Confidence', 'Verdict'], body);
}

const MAX_NAME_LENGTH = 28;

/** Names in the chart do not wrap; the table below it has them in full. */
function truncateName(name: string): string {
  const characters = Array.from(name);
  return characters.length <= MAX_NAME_LENGTH
    ? name
    : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}
