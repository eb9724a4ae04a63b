import type { Basis, Comparison, ScenarioVerdict } from '@fairtrial/contracts';
import { formatConfidence, formatDelta, formatDeltaInterval, NONE } from '@fairtrial/format';
import { html, type Html } from './html.ts';
import { chartTable } from './table.ts';
import { toneOf, verdict } from './verdict.ts';

const WIDTH = 560;
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
    ${plot(shown, basis)}${shown.length < rows.length ? html`<p class="hint">The ${MAX_ROWS / 2} that fell most and the ${MAX_ROWS / 2} that rose most, of ${rows.length}.</p>` : undefined}${numbers(rows, basis)}
  </section>`;
}

function plot(rows: readonly Row[], basis: Basis): Html {
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

function numbers(rows: readonly Row[], basis: Basis): Html {
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
