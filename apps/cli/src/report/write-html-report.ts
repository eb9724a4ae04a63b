import type { AttemptResult, Comparison, Headline } from '@fairtrial/contracts';
import {
  formatChange,
  formatChangedParts,
  formatComparedUsers,
  formatDuration,
  formatHeadlineStatus,
  formatInterval,
  formatScore,
  formatSetting,
  formatStatus,
  formatUserReport,
  formatVerdictChange,
  GATE_LABELS,
  headlineLabel,
  listChangedSettings,
} from '@fairtrial/format';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptsStrip, distribution, forestPlot, type StripDot } from './charts.ts';
import { html, type Html } from './html.ts';
import { page } from './page.ts';
import { table, TONE_CLASSES, toneOf, verdict } from './parts.ts';
import { toReport, type Report, type ReportData, type ReportScenario } from './report-data.ts';
import { scenarioPage } from './scenario-page.ts';
import { tiles } from './tiles.ts';

/** Writes pages that open without a server: `index.html`, and one page for each scenario. */
export async function writeHtmlReport(folder: string, data: ReportData): Promise<void> {
  const report = toReport(data);
  await mkdir(folder, { recursive: true });
  for (const scenario of report.scenarios)
    await writePage(join(folder, scenario.file), scenarioPage(report, scenario));
  await writePage(join(folder, 'index.html'), indexPage(report)); // written last: it marks the report as complete
}

/** Removes an existing file first: a symbolic link from a checkout would redirect the write to another file. */
async function writePage(file: string, markup: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, markup, { flag: 'wx' });
}

/** The first page: the headline, the figures, the charts, and a table of the scenarios. */
function indexPage(report: Report): string {
  const { result, comparison } = report;
  const scores = report.scenarios.flatMap(({ scenario }) =>
    scenario.attempts.flatMap(({ interactions }) =>
      interactions.flatMap(({ scores: { overall } }) => overall ?? []),
    ),
  );
  return page(
    result.test_name,
    html`${header(report)}${headlineCard(result.headline)}${tiles(report)}
      <div class="charts">
        ${comparison ? forestPlot(comparison) : undefined}${distribution(scores)}
      </div>
      ${gates(report)}${scenarioTable(report)}${simulatedUser(report)}${changedScenarios(report)}${warnings(report)}${differences(report)}`,
  );
}

function header({ result, comparison, createdAt }: Report): Html {
  const { test_name: name, model_id: model, endpoint, attempts, run_id: id } = result;
  const most = result.sequential === undefined ? '' : 'at most ';
  const when = createdAt === undefined ? undefined : html` · ${createdAt}`;
  return html`<header>
    <p class="hint">
      Run ${id}${when} · ${most}${attempts} attempts · <bdi>${model}</bdi> at
      <bdi>${endpoint}</bdi> · took ${formatDuration(result.duration_ms)}
    </p>
    <h1><bdi>${name}</bdi></h1>
    ${result.dataset === undefined ? undefined : html`<p class="hint">Dataset <bdi>${result.dataset}</bdi></p>`}
    ${comparison ? comparedWith(comparison, result.baseline?.reason) : undefined}
    ${result.simulated ? html`<p class="banner">The models of this run were simulated.</p>` : undefined}
  </header>`;
}

function comparedWith(comparison: Comparison, reason = ''): Html {
  const { baseline, between_runs: runs, interleaved } = comparison;
  const noise = runs === null && !interleaved ? 'Noise between runs not measured.' : '';
  return html`<p class="hint">
    Compared with run ${baseline.run_id} of <bdi>${baseline.model_id}</bdi>. <bdi>${reason}</bdi>
    ${noise}
  </p>`;
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
    .map((one) => scenarioRow(one, comparison));
  const change = comparison ? ['Change, with the interval of its verdict', 'Verdict'] : [];
  const headings = ['Scenario', 'Overall', '95 % interval', 'Attempts, 0 to 1', ...change];
  return html`<section class="card scroll">
    <h2>Scenarios</h2>
    ${table(headings, rows)}
    <p class="hint">95 of 100 such intervals contain the true mean on this suite.</p>
  </section>`;
}

function scenarioRow(one: ReportScenario, comparison: Comparison | undefined): Html {
  const { file, scenario } = one;
  const stats = scenario.stats['overall'];
  return html`<tr>
    <th scope="row">
      <a href="${file}"><bdi>${scenario.name}</bdi></a>
    </th>
    <td>${formatScore(stats?.mean)}</td>
    <td>${formatInterval(stats?.ci95)}</td>
    <td>${attemptsStrip(scenario.attempts.map(toDot))}</td>
    ${comparison ? changeCells(one, comparison) : undefined}
  </tr>`;
}

function changeCells({ no, compared }: ReportScenario, { basis, changed }: Comparison): Html {
  const found = compared?.verdict;
  const parts = changed.find(({ candidate }) => candidate === no)?.parts;
  const doubt = parts ? `changed: ${formatChangedParts(parts)}` : (compared?.doubt ?? undefined);
  return html`<td class="${toneOf(found?.result, basis)}">
      ${found ? formatVerdictChange(found) : formatChange(compared?.delta)}
    </td>
    <td>
      ${verdict(found?.result, basis)}
      ${doubt && html`<span class="hint"><bdi>${doubt}</bdi></span>`}
    </td>`;
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

function simulatedUser({ result, comparison }: Report): Html | undefined {
  const compared = comparison?.simulated_user;
  const sentences = [
    ...(result.simulated_user ? formatUserReport(result.simulated_user) : []),
    ...(compared ? formatComparedUsers(compared) : []),
  ];
  if (sentences.length === 0) return undefined;
  return html`<section class="card">
    <h2>Simulated user</h2>
    ${sentences.map((one) => html`<p><bdi>${one}</bdi></p>`)}
  </section>`;
}

/** Scenarios that the baseline has with other content. */
function changedScenarios({ comparison, scenarios }: Report): Html | undefined {
  const changed = comparison?.changed ?? [];
  if (changed.length === 0) return undefined;
  const rows = changed.map(
    ({ name, parts, candidate }) =>
      html`<tr>
        <th scope="row">
          <a href="${scenarios[candidate]?.file ?? ''}"><bdi>${name}</bdi></a>
        </th>
        <td>${formatChangedParts(parts)}</td>
      </tr>`,
  );
  return html`<section class="card scroll">
    <h2>Changed scenarios: not compared</h2>
    ${table(['Scenario', 'What differs'], rows)}
  </section>`;
}

/** The fields in which the requests of the two runs differ. */
function differences({ comparison }: Report): Html | undefined {
  if (comparison === undefined || comparison.differences.length === 0) return undefined;
  const rows = listChangedSettings(comparison.differences).map(
    ({ field, baseline, candidate }) =>
      html`<tr>
        <th scope="row">${field}</th>
        <td><bdi>${formatSetting(baseline)}</bdi></td>
        <td><bdi>${formatSetting(candidate)}</bdi></td>
      </tr>`,
  );
  return html`<section class="card scroll">
    <h2>What differs</h2>
    ${table(['Field', 'Baseline', 'This run'], rows)}
  </section>`;
}

/** The headline of a run: its label, its numbers, its reasons, and the next step. */
function headlineCard(headline: Headline): Html {
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
