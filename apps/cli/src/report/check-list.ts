import type { AttemptResult, CheckResult } from '@fairtrial/contracts';
import {
  checkLabel,
  checkReason,
  checkStatus,
  isOptionalCheck,
  markQuotes,
} from '@fairtrial/format';
import { callTable } from './call-table.ts';
import { html, type Html } from './html.ts';
import { TONE_CLASSES } from './verdict.ts';

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
