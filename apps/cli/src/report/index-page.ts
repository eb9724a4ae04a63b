import type { AttemptResult } from '@assay/contracts';
import {
  formatChange,
  formatDuration,
  formatInterval,
  formatScore,
  formatStatus,
  GATE_LABELS,
} from '@assay/format';
import { attemptsStrip, type StripDot } from './attempts-strip.ts';
import { distribution } from './distribution.ts';
import { forestPlot } from './forest-plot.ts';
import { html, type Html } from './html.ts';
import { page } from './page.ts';
import type { Report, ReportScenario } from './report-data.ts';
import { table } from './table.ts';
import { tiles } from './tiles.ts';
import { TONE_CLASSES, toneOf, verdict } from './verdict.ts';

/** The first page: the verdict, the figures, the charts, and a table of the scenarios. */
export function indexPage(report: Report): string {
  const { result, comparison } = report;
  const scores = report.scenarios.flatMap(({ scenario }) =>
    scenario.attempts.flatMap(({ interactions }) =>
      interactions.flatMap(({ scores: { overall } }) => overall ?? []),
    ),
  );
  return page(
    result.test_name,
    html`${header(report)}${tiles(report)}
      <div class="charts">
        ${comparison ? forestPlot(comparison.scenarios) : undefined}${distribution(scores)}
      </div>
      ${gates(report)}${scenarioTable(report)}${warnings(report)}${differences(report)}`,
  );
}

function header({ result, comparison, createdAt }: Report): Html {
  const { test_name: name, model_id: model, endpoint, attempts, run_id: id } = result;
  const when = createdAt === undefined ? undefined : html` · ${createdAt}`;
  return html`<header>
    <p class="hint">
      Run ${id}${when} · ${attempts} attempts · <bdi>${model}</bdi> at <bdi>${endpoint}</bdi> · took
      ${formatDuration(result.duration_ms)}
    </p>
    <h1><bdi>${name}</bdi></h1>
    <p>${comparison ? headline(comparison) : undefined} ${result.message}</p>
    ${result.simulated ? html`<p class="banner">The models of this run were simulated.</p>` : undefined}
  </header>`;
}

function headline(comparison: NonNullable<Report['comparison']>): Html {
  const results = comparison.scenarios.map((scenario) => scenario.verdict?.result);
  const worse = results.filter((result) => result === 'regressed').length;
  const better = results.filter((result) => result === 'improved').length;
  const result = worse > 0 ? 'regressed' : (comparison.on_this_suite?.result ?? 'inconclusive');
  const parts = [worse > 0 ? `${worse} regressed` : '', better > 0 ? `${better} improved` : ''];
  const summary = parts.filter((part) => part !== '').join(', ') || 'none beyond noise';
  return html`<span class="pill ${toneOf(result)}">${verdict(result)}</span> ${summary} of
    ${comparison.compared} scenarios, against
    <bdi>${comparison.baseline.test_name}</bdi> (<bdi>${comparison.baseline.model_id}</bdi>).`;
}

function gates({ gate }: Report): Html | undefined {
  if (gate === undefined) return undefined;
  const rows = gate.gates.map(
    (finding) =>
      html`<tr>
        <td class="${TONE_CLASSES[GATE_LABELS[finding.verdict].tone]}">
          ${formatStatus(GATE_LABELS[finding.verdict])}
        </td>
        <th scope="row"><bdi>${finding.gate}</bdi></th>
        <td>${finding.sentence}</td>
      </tr>`,
  );
  return html`<section class="card scroll">
    <h2>Gates</h2>
    ${table(['Verdict', 'Gate', 'Why'], rows)}
  </section>`;
}

function scenarioTable({ scenarios, comparison }: Report): Html {
  const rows = scenarios
    .toSorted((a, b) => overallDelta(a) - overallDelta(b) || overallMean(a) - overallMean(b))
    .map((one) => scenarioRow(one, comparison !== undefined));
  const change = comparison ? ['Change', 'Verdict'] : [];
  const headings = ['Scenario', 'Overall', '95 % interval', 'Attempts, 0 to 1', ...change];
  return html`<section class="card scroll">
    <h2>Scenarios</h2>
    ${table(headings, rows)}
  </section>`;
}

function scenarioRow(one: ReportScenario, isCompared: boolean): Html {
  const { file, scenario } = one;
  const stats = scenario.stats['overall'];
  return html`<tr>
    <th scope="row">
      <a href="${file}"><bdi>${scenario.name}</bdi></a>
    </th>
    <td>${formatScore(stats?.mean)}</td>
    <td>${formatInterval(stats?.ci95)}</td>
    <td>${attemptsStrip(scenario.attempts.map(toDot))}</td>
    ${isCompared ? changeCells(one) : undefined}
  </tr>`;
}

function changeCells({ compared }: ReportScenario): Html {
  const { delta = null, ci95 = null, verdict: found } = compared ?? {};
  return html`<td class="${toneOf(found?.result)}">${formatChange(delta, ci95)}</td>
    <td>${verdict(found?.result)}</td>`;
}

function toDot({ average_scores: scores, passed }: AttemptResult): StripDot {
  return { value: scores['overall'], passed };
}

const overallDelta = ({ compared }: ReportScenario): number => compared?.delta ?? 0;
const overallMean = ({ scenario }: ReportScenario): number => scenario.stats['overall']?.mean ?? 2;

function warnings({ result, comparison }: Report): Html | undefined {
  const all = [...result.warnings, ...(comparison?.warnings ?? [])];
  if (all.length === 0) return undefined;
  return html`<section class="card">
    <h2>Warnings</h2>
    <ul>
      ${all.map((one) => html`<li><bdi>${one}</bdi></li>`)}
    </ul>
  </section>`;
}

/** The fields in which the requests of the two runs differ. */
function differences({ comparison }: Report): Html | undefined {
  if (comparison === undefined || comparison.differences.length === 0) return undefined;
  const rows = comparison.differences.map(
    ({ field, baseline, candidate }) =>
      html`<tr>
        <th scope="row">${field}</th>
        <td><bdi>${JSON.stringify(baseline)}</bdi></td>
        <td><bdi>${JSON.stringify(candidate)}</bdi></td>
      </tr>`,
  );
  return html`<section class="card scroll">
    <h2>What differs</h2>
    ${table(['Field', 'Baseline', 'This run'], rows)}
  </section>`;
}
