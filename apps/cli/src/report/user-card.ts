import type {
  AttemptResult,
  InteractionResult,
  SimulatedUser,
  UserResult,
} from '@fairtrial/contracts';
import { describeUser, explainUser, formatStatus, goalStatus } from '@fairtrial/format';
import { listQuotes, markedText } from './check-list.ts';
import { html, type Html } from './html.ts';
import type { ReportScenario } from './report-data.ts';
import { scoreChips, TONE_CLASSES } from './parts.ts';

/** True if a model plays the user of the scenario, after its scripted interactions. */
export function hasUser({ user, scenario }: ReportScenario): boolean {
  return user !== undefined || scenario.attempts.some(({ conversation }) => conversation?.user);
}

/** True if a simulated user wrote the message. */
export function isSimulated({ interaction_type: type }: InteractionResult): boolean {
  return type === 'simulated';
}

/**
 * What the simulated user was told, and its conversation in every attempt: they differ in messages and length, so each
 * attempt has its own. `undefined` if the scenario is scripted.
 */
export function userCard(one: ReportScenario): Html | undefined {
  if (!hasUser(one)) return undefined;
  const { user, scenario } = one;
  return html`<section class="card">
    <h2 class="turn">Conversations with a simulated user</h2>
    ${user === undefined ? undefined : toldList(user)} ${scenario.attempts.map(attemptDetails)}
  </section>`;
}

function toldList(user: SimulatedUser): Html {
  return html`${describeUser(user).map(
    ({ label, text }) =>
      html`<p class="label">${label}</p>
        <pre class="message" dir="auto">${text}</pre>`,
  )}`;
}

function attemptDetails(attempt: AttemptResult, at: number): Html {
  const { interactions, conversation } = attempt;
  const messages = interactions.map((one, turn) =>
    isSimulated(one) ? messagePair(attempt, one, turn) : undefined,
  );
  const user = conversation?.user;
  return html`<details>
    <summary>Attempt ${at + 1}: ${user === undefined ? 'not audited' : goalLabel(user)}</summary>
    ${messages} ${user === undefined ? undefined : findings(user)}
    <p>${scoreChips(conversation?.scores ?? {})}</p>
  </details>`;
}

function goalLabel(user: UserResult): Html {
  const status = goalStatus(user);
  return html`<span class="${TONE_CLASSES[status.tone]}">${formatStatus(status)}</span>`;
}

function messagePair(attempt: AttemptResult, one: InteractionResult, turn: number): Html {
  const audit = attempt.conversation?.user?.audit;
  const faults = quotesOf(audit?.faults.flatMap(({ evidence }) => evidence) ?? [], turn);
  const proofs = quotesOf(audit?.goal?.evidence ?? [], turn);
  return html`<p class="label">Simulated user, turn ${turn + 1}</p>
    <pre class="message" dir="auto">${markedText(one.user_message, faults)}</pre>
    <p class="label">Reply, turn ${turn + 1}</p>
    <pre class="message" dir="auto">
${markedText(one.agent_reply, [...proofs, ...listQuotes(attempt, turn)])}</pre>
    ${
      one.error === null
        ? undefined
        : html`<p class="bad">${one.error.kind}: <bdi>${one.error.message}</bdi></p>`
    }`;
}

function quotesOf(
  evidence: readonly { readonly turn: number; readonly quote: string }[],
  turn: number,
): readonly string[] {
  return evidence.filter((one) => one.turn === turn).map(({ quote }) => quote);
}

function findings(user: UserResult): Html {
  const items = explainUser(user).map(
    ({ text, tone }) => html`<li class="${TONE_CLASSES[tone]}"><bdi>${text}</bdi></li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}
