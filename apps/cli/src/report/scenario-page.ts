import {
  checkType,
  type CheckResult,
  type InteractionResult,
  type ScenarioResult,
} from '@assay/contracts';
import { formatDuration, formatScore } from '@assay/format';
import { attemptsStrip } from './attempts-strip.ts';
import { html, type Html } from './html.ts';
import { page } from './page.ts';
import type { Report, ReportScenario } from './report-data.ts';
import { table } from './table.ts';
import { verdict } from './verdict.ts';

/** The page of one scenario: every interaction with its reference and the reply of every attempt. */
export function scenarioPage({ result, comparison }: Report, one: ReportScenario): string {
  const { scenario, compared } = one;
  const { name, description } = scenario;
  return page(
    `${name} · ${result.test_name}`,
    html`<p class="hint">
        <a href="index.html">← <bdi>${result.test_name}</bdi></a>
      </p>
      <h1><bdi>${name}</bdi></h1>
      <p>
        ${comparison ? verdict(compared?.verdict?.result, comparison.basis) : undefined} Overall
        ${formatScore(scenario.stats['overall']?.mean)}
      </p>
      ${description === '' ? undefined : html`<p class="hint"><bdi>${description}</bdi></p>`}
      ${groupByInteraction(scenario).map(interactionCard)}`,
  );
}

function interactionCard(results: readonly InteractionResult[], turn: number): Html | undefined {
  const [first] = results;
  if (first === undefined) return undefined;
  const dots = results.map(({ scores, passed }) => ({
    value: scores['overall'] ?? undefined,
    passed,
  }));
  return html`<section class="card">
    <h2 class="turn">
      ${turn + 1}. <bdi>${first.id}</bdi> <span class="hint">${first.interaction_type}</span>
    </h2>
    ${attemptsStrip(dots)}
    <p class="label">User</p>
    <pre class="message" dir="auto">${first.user_message}</pre>
    ${
      first.reference_reply === ''
        ? undefined
        : html`<p class="label">Reference</p>
            <pre class="message" dir="auto">${first.reference_reply}</pre>`
    }
    ${results.map((one, at) => attemptDetails(one, at))}
  </section>`;
}

function attemptDetails(one: InteractionResult, at: number): Html {
  const { scores, outcome, error, flags, latency_ms: latency, agent_reply: reply, passed } = one;
  const failed = outcome === 'endpoint_failed';
  const status = failed ? html`<span class="bad">✗ request failed</span>` : passedLabel(passed);
  const chips = Object.entries(scores).map(
    ([name, value]) => html`<span class="chip">${name} ${formatScore(value)}</span>`,
  );
  return html`<details>
    <summary>
      Attempt ${at + 1}: ${formatScore(scores['overall'])} ${status}
      <span class="hint">${formatDuration(latency)}</span>
    </summary>
    <pre class="message" dir="auto">${reply}</pre>
    ${error ? html`<p class="bad">${error.kind}: <bdi>${error.message}</bdi></p>` : undefined}
    <p>${chips}${flags.map((flag) => html`<span class="chip bad">⚑ ${flag}</span>`)}</p>
    ${checksAndRationales(one)} ${metadataTable(one)}
  </details>`;
}

function passedLabel(passed: boolean | null): Html | undefined {
  if (passed === null) return undefined;
  return passed
    ? html`<span class="good">✓ passed</span>`
    : html`<span class="bad">✗ not passed</span>`;
}

function metadataTable({
  reference_metadata: expected,
  generated_metadata: given,
}: InteractionResult): Html | undefined {
  const names = Object.keys(expected);
  if (names.length === 0) return undefined;
  const rows = names.map((name) => {
    const [wanted, got] = [expected[name], Object.hasOwn(given, name) ? given[name] : undefined];
    const isSame = JSON.stringify(wanted) === JSON.stringify(got);
    return html`<tr>
      <th scope="row"><bdi>${name}</bdi></th>
      <td><bdi>${formatValue(wanted)}</bdi></td>
      <td class="${isSame ? 'good' : 'bad'}">
        ${isSame ? '=' : '≠'} <bdi>${formatValue(got)}</bdi>
      </td>
    </tr>`;
  });
  return table(['Metadata', 'Expected', 'Given'], rows);
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

/** One list per interaction, with its result in every attempt. */
function groupByInteraction({ attempts }: ScenarioResult): readonly InteractionResult[][] {
  const turns = Math.max(0, ...attempts.map(({ interactions }) => interactions.length));
  return Array.from({ length: turns }, (_, turn) =>
    attempts.flatMap(({ interactions }) => interactions[turn] ?? []),
  );
}

/** The result of each check, and the rationales of the judge. */
function checksAndRationales({ checks, score_details: details }: InteractionResult): Html {
  const items = checks.map(
    (check) =>
      html`<li>
        <span class="${check.passed ? 'good' : isOptional(check) ? 'warn' : 'bad'}"
          >${check.passed ? '✓' : '✗'} ${checkType(check)}</span
        >
        ${isOptional(check) ? '(optional)' : undefined}
        <bdi>${check.detail}</bdi>
      </li>`,
  );
  const rationales = Object.entries(details).flatMap(([name, detail]) => {
    const rationale = readRationale(detail);
    return rationale === undefined ? [] : [html`<p>${name}: <bdi>${rationale}</bdi></p>`];
  });
  return html`${
    items.length > 0
      ? html`<ul>
          ${items}
        </ul>`
      : undefined
  }${rationales}`;
}

function isOptional(check: CheckResult): boolean {
  return check['optional'] === true;
}

function readRationale(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null || !('rationale' in detail)) return undefined;
  return typeof detail.rationale === 'string' ? detail.rationale : undefined;
}
