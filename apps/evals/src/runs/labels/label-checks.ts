import { checkType, type Check, type LabelCheck } from '@fairtrial/contracts';
import type { CheckedTurn } from '../../db/labels/labelled-turns.ts';
import { checksOf, type PlannedScenario } from '../../entities/run.ts';
import type { ConversationRow } from '../../db/turns/with-conversations.ts';

/** Lists the checks of a scenario that people can label: those of its turns, then those of the conversation. */
export function listLabelChecks(scenario: PlannedScenario): readonly LabelCheck[] {
  const turns = [...scenario.interactions.keys(), null];
  return turns.flatMap((turnNo) =>
    checksOf(scenario, { turnNo }).map((check, at) => ({
      id: idOf(check, turnNo, at),
      turn: turnNo,
      text: describeCheck(check),
    })),
  );
}

/** The id of a check in labels. Generated from its position, counted from 1, if the request has none. */
function idOf({ id }: Check, turnNo: number | null, at: number): string {
  const position = turnNo === null ? '' : `turn-${turnNo + 1}-`;
  return id ?? `${position}check-${at + 1}`;
}

function describeCheck(check: Check): string {
  const type = checkType(check);
  const value: unknown = Object.entries(check).find(([key]) => key === type)?.[1];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return type === 'text' ? text : `${type}: ${text}`;
}

/**
 * Returns the result of a check in one attempt: false if it failed in any turn that has it; `undefined` if a result is
 * unknown, or if the check does not apply.
 */
export function checkPassed(
  scenario: PlannedScenario,
  rows: readonly (CheckedTurn | ConversationRow)[],
  id: string,
): boolean | undefined {
  const results = rows.flatMap(({ turnNo, checks }) =>
    checksOf(scenario, { turnNo }).flatMap((check, at) =>
      idOf(check, turnNo, at) === id && checks[at]?.verdict !== 'not_applicable'
        ? [checks[at]?.passed ?? null]
        : [],
    ),
  );
  if (results.includes(false)) return false;
  return results.length === 0 || results.includes(null) ? undefined : true;
}
