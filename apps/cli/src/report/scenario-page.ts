import type { InteractionResult } from '@assay/contracts';
import { attemptsStrip } from './attempts-strip.ts';
import { byInteraction } from './by-interaction.ts';
import { findings } from './findings.ts';
import { duration, score } from './format.ts';
import { html, type Html } from './html.ts';
import { page } from './page.ts';
import type { Report, ReportScenario } from './report-data.ts';
import { table } from './table.ts';
import { verdict } from './verdict.ts';

/** One scenario: every interaction, what was expected, and the reply of every attempt. */
export function scenarioPage({ result }: Report, one: ReportScenario): string {
  const { scenario, compared } = one;
  const { name, description } = scenario;
  return page(
    `${name} · ${result.test_name}`,
    html`<p class="hint">
        <a href="index.html">← <bdi>${result.test_name}</bdi></a>
      </p>
      <h1><bdi>${name}</bdi></h1>
      <p>
        ${compared?.verdict ? verdict(compared.verdict.result) : undefined} Overall
        ${score(scenario.stats['overall']?.mean)}
      </p>
      ${description === '' ? undefined : html`<p class="hint"><bdi>${description}</bdi></p>`}
      ${byInteraction(scenario).map(interactionCard)}`,
  );
}

function interactionCard(tries: readonly InteractionResult[], turn: number): Html | undefined {
  const [first] = tries;
  if (first === undefined) return undefined;
  const dots = tries.map(({ scores, passed }) => ({
    value: scores['overall'] ?? undefined,
    passed,
  }));
  return html`<section class="card">
    <h2 class="turn">
      ${turn + 1}. <bdi>${first.id}</bdi> <span class="hint">${first.interaction_type}</span>
    </h2>
    ${attemptsStrip(dots)}
    <p class="label">User</p>
    <pre class="said" dir="auto">${first.user_message}</pre>
    ${
      first.reference_reply === ''
        ? undefined
        : html`<p class="label">Reference</p>
            <pre class="said" dir="auto">${first.reference_reply}</pre>`
    }
    ${tries.map((one, at) => attempt(one, at))}
  </section>`;
}

function attempt(one: InteractionResult, at: number): Html {
  const { scores, outcome, error, flags, latency_ms: latency, agent_reply: reply, passed } = one;
  const failed = outcome === 'endpoint_failed';
  const mark = failed ? html`<span class="bad">✗ request failed</span>` : passMark(passed);
  const chips = Object.entries(scores).map(
    ([name, value]) => html`<span class="chip">${name} ${score(value)}</span>`,
  );
  return html`<details>
    <summary>
      Attempt ${at + 1}: ${score(scores['overall'])} ${mark}
      <span class="hint">${duration(latency)}</span>
    </summary>
    <pre class="said" dir="auto">${reply}</pre>
    ${error ? html`<p class="bad">${error.kind}: <bdi>${error.message}</bdi></p>` : undefined}
    <p>${chips}${flags.map((flag) => html`<span class="chip bad">⚑ ${flag}</span>`)}</p>
    ${findings(one)} ${metadata(one)}
  </details>`;
}

function passMark(passed: boolean | null): Html | undefined {
  if (passed === null) return undefined;
  return passed
    ? html`<span class="good">✓ passed</span>`
    : html`<span class="bad">✗ not passed</span>`;
}

function metadata({
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
      <td><bdi>${textOf(wanted)}</bdi></td>
      <td class="${isSame ? 'good' : 'bad'}">${isSame ? '=' : '≠'} <bdi>${textOf(got)}</bdi></td>
    </tr>`;
  });
  return table(['Metadata', 'Expected', 'Given'], rows);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
