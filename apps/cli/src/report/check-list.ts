import type { AlignedCall, AttemptResult, CheckResult } from '@fairtrial/contracts';
import {
  ANY_ARGUMENTS,
  checkLabel,
  checkReason,
  checkStatus,
  describeCall,
  formatCallsLeftOut,
  isOptionalCheck,
  markQuotes,
  type CallText,
  type StatusLabel,
} from '@fairtrial/format';
import { html, type Html } from './html.ts';
import { TONE_CLASSES } from './parts.ts';

/** The result of each check with its reason; `undefined` if there are no checks. */
export function checkList(checks: readonly CheckResult[]): Html | undefined {
  if (checks.length === 0) return undefined;
  return html`<ul>
    ${checks.map(checkItem)}
  </ul>`;
}

function checkItem(check: CheckResult): Html {
  const { glyph, label, tone } = checkStatus(check);
  return html`<li>
    <span class="${TONE_CLASSES[tone]}">${glyph} ${label}</span>
    <bdi>${checkLabel(check)}</bdi>${isOptionalCheck(check) ? ' (optional)' : undefined}:
    <bdi>${checkReason(check)}</bdi> ${check.passed === true ? undefined : callTable(check)}
  </li>`;
}

/** The text of a message, with the quotes of the judge marked. */
export function markedText(message: string, quotes: readonly string[]): Html {
  const parts = markQuotes(message, quotes).map(({ text, quotes: found }) =>
    found.length > 0 ? html`<mark>${text}</mark>` : text,
  );
  return html`${parts}`;
}

/** The quotes from one reply, by the checks of all turns of the attempt and of its conversation. */
export function listQuotes(
  { interactions, conversation }: AttemptResult,
  turn: number,
): readonly string[] {
  const checks = [...interactions.flatMap((each) => each.checks), ...(conversation?.checks ?? [])];
  return checks
    .flatMap(({ evidence = [] }) => evidence)
    .filter((one) => one.turn === turn)
    .map(({ quote }) => quote);
}

/** Longer arguments are shortened; all of them are shown when the reader opens them. */
const MAX_ARGUMENTS = 240;

/** The expected tool calls next to the calls that were made; `undefined` if the result has no calls. */
function callTable({ calls = [], calls_left_out }: CheckResult): Html | undefined {
  if (calls.length === 0) return undefined;
  const leftOut = formatCallsLeftOut(calls_left_out);
  return html`<table class="calls">
      <caption>
        Tool calls
      </caption>
      <thead>
        <tr>
          <th scope="col">Expected</th>
          <th scope="col">Made</th>
        </tr>
      </thead>
      <tbody>
        ${calls.map(callRow)}
      </tbody>
    </table>
    ${leftOut === undefined ? undefined : html`<p class="hint">${leftOut}</p>`}`;
}

function callRow(call: AlignedCall): Html {
  const { expected, made, status, failed } = describeCall(call, MAX_ARGUMENTS);
  return html`<tr>
    <td>
      ${expected ? callText(expected) : hint('none')}
      ${expected?.parts.length === 0 ? hint(ANY_ARGUMENTS) : undefined}
    </td>
    <td>
      ${statusText(status)} ${failed ? statusText(failed) : undefined}
      ${made ? callText(made) : undefined}
    </td>
  </tr>`;
}

function statusText({ glyph, label, tone }: StatusLabel): Html {
  return html`<span class="${TONE_CLASSES[tone]}">${glyph} <bdi>${label}</bdi></span>`;
}

function hint(text: string): Html {
  return html`<span class="hint">${text}</span>`;
}

/** The name and the arguments of a call. If the arguments are shortened, opening them shows them in full. */
function callText({ name, parts, whole }: CallText): Html {
  const call = html`<code><bdi>${name}</bdi> ${parts.map(argument)}</code>`;
  if (whole === undefined) return html`<div>${call}</div>`;
  return html`<details>
    <summary>${call}</summary>
    <code>${whole.map(argument)}</code>
  </details>`;
}

function argument({ text, differs }: CallText['parts'][number]): Html {
  return differs ? html`<mark><bdi>${text}</bdi></mark>` : html`<bdi>${text}</bdi>`;
}
