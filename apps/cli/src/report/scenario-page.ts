import type { AttemptResult, InteractionResult, ScenarioResult } from '@fairtrial/contracts';
import { formatDuration, formatScore } from '@fairtrial/format';
import { attemptsStrip } from './charts.ts';
import { checkList, listQuotes, markedText } from './check-list.ts';
import { html, type Html } from './html.ts';
import { page } from './page.ts';
import type { Report, ReportScenario } from './report-data.ts';
import { scoreChips, table, verdict } from './parts.ts';
import { hasUser, isSimulated, userCard } from './user-card.ts';

/**
 * The page of one scenario: every interaction with its reference and the reply of every attempt, then the conversations
 * with its simulated user, then the checks of the whole conversation.
 */
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
      ${groupByInteraction(one).map(interactionCard)} ${userCard(one)} ${conversationCard(scenario)}`,
  );
}

/** An interaction in one attempt. */
interface PlayedInteraction {
  readonly result: InteractionResult;
  /** Counts from 0. */
  readonly attempt: number;
  /** The parts of the reply that the judge quoted. */
  readonly quotes: readonly string[];
}

function interactionCard(played: readonly PlayedInteraction[], turn: number): Html | undefined {
  const first = played[0]?.result;
  if (first === undefined) return undefined;
  const dots = played.map(({ result: { scores, passed } }) => ({
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
    ${played.map(attemptDetails)}
  </section>`;
}

function attemptDetails({ result, attempt, quotes }: PlayedInteraction): Html {
  const { scores, outcome, error, flags, latency_ms: latency, agent_reply: reply, passed } = result;
  const failed = outcome === 'endpoint_failed';
  const status = failed ? html`<span class="bad">✗ request failed</span>` : passedLabel(passed);
  return html`<details>
    <summary>
      Attempt ${attempt + 1}: ${formatScore(scores['overall'])} ${status}
      <span class="hint">${formatDuration(latency)}</span>
    </summary>
    <pre class="message" dir="auto">${markedText(reply, quotes)}</pre>
    ${error ? html`<p class="bad">${error.kind}: <bdi>${error.message}</bdi></p>` : undefined}
    <p>
      ${scoreChips(scores)}${flags.map((flag) => html`<span class="chip bad">⚑ ${flag}</span>`)}
    </p>
    ${checkList(result.checks)} ${rationales(result)} ${metadataTable(result)}
  </details>`;
}

/** The checks of the whole conversation in every attempt; `undefined` if the scenario has none. */
function conversationCard({ attempts }: ScenarioResult): Html | undefined {
  const details = attempts.flatMap(({ conversation }, at) =>
    conversation === undefined || !hasChecks(conversation)
      ? []
      : [conversationDetails(conversation, at)],
  );
  if (details.length === 0) return undefined;
  return html`<section class="card">
    <h2 class="turn">Checks of the whole conversation</h2>
    ${details}
  </section>`;
}

/** The result of a conversation with a simulated user can be without checks. */
function hasChecks({ checks, user }: NonNullable<AttemptResult['conversation']>): boolean {
  return checks.length > 0 || user === undefined;
}

function conversationDetails(
  { checks, scores, passed }: NonNullable<AttemptResult['conversation']>,
  at: number,
): Html {
  return html`<details>
    <summary>Attempt ${at + 1}: ${formatScore(scores['checks'])} ${passedLabel(passed)}</summary>
    <p>${scoreChips(scores)}</p>
    ${checkList(checks)}
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

/** One list per interaction of the script, with its result in every attempt that has it. */
function groupByInteraction(scenario: ReportScenario): readonly PlayedInteraction[][] {
  const { attempts } = scenario.scenario;
  const isLeftOut = (one: InteractionResult): boolean => hasUser(scenario) && isSimulated(one);
  const turns = Math.max(0, ...attempts.map(({ interactions }) => interactions.length));
  return Array.from({ length: turns }, (_, turn) =>
    attempts.flatMap((one, attempt) => {
      const result = one.interactions[turn];
      return result === undefined || isLeftOut(result)
        ? []
        : [{ result, attempt, quotes: listQuotes(one, turn) }];
    }),
  );
}

/** The rationales of the judge. */
function rationales({ score_details: details }: InteractionResult): readonly Html[] {
  return Object.entries(details).flatMap(([name, detail]) => {
    const rationale = readRationale(detail);
    return rationale === undefined ? [] : [html`<p>${name}: <bdi>${rationale}</bdi></p>`];
  });
}

function readRationale(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null || !('rationale' in detail)) return undefined;
  return typeof detail.rationale === 'string' ? detail.rationale : undefined;
}
