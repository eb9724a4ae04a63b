import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  countFailedChecks,
  listFailedConversationChecks,
  listGivenLabels,
} from '../../db/turns/count-turns.ts';
import type { InteractionPosition, RowQuery } from '../../db/turns/interaction-rows.ts';
import type { RunId } from '@fairtrial/contracts';
import { isSameLabel, splitLabel, type PlannedCheck, type PlannedTurn } from './planned-turns.ts';

/** Row filters that depend on the replies and on the plan. */
interface ReplyFilter extends Pick<RowQuery, 'failed_check' | 'given'> {
  readonly planned: readonly PlannedTurn[];
}

/** Returns the planned turns in which a reply matches the filter; all of them if the filter is empty. */
export async function filterByReplies(
  tx: SqlExecutor,
  runId: RunId,
  { planned, failed_check, given }: ReplyFilter,
): Promise<readonly PlannedTurn[]> {
  const checked =
    failed_check === undefined ? planned : await keepFailed({ tx, runId, planned }, failed_check);
  return given === undefined
    ? checked
    : keepGiven({ tx, runId, planned: checked }, splitLabel(given));
}

interface Searched {
  readonly tx: SqlExecutor;
  readonly runId: RunId;
  readonly planned: readonly PlannedTurn[];
}

/** A check of a conversation belongs to the last turn. */
async function keepFailed(
  { tx, runId, planned }: Searched,
  asked: string,
): Promise<readonly PlannedTurn[]> {
  const isAsked = matchCheck(planned, asked);
  const failed = new Map<string, Set<number>>();
  for (const row of await countFailedChecks(tx, runId)) {
    const numbers = failed.get(keyOf(row)) ?? new Set<number>();
    for (const at of row.failed) numbers.add(at);
    failed.set(keyOf(row), numbers);
  }
  const failedConversations = new Map(
    (await listFailedConversationChecks(tx, runId)).map((row) => [
      row.scenarioNo,
      new Set(row.failed),
    ]),
  );
  return planned.filter((turn) => {
    const numbers = failed.get(keyOf(turn));
    const ofConversation = failedConversations.get(turn.scenarioNo);
    return (
      turn.checks.some((check, at) => numbers?.has(at) && isAsked(check)) ||
      turn.conversationChecks.some((check, at) => ofConversation?.has(at) && isAsked(check))
    );
  });
}

/** Matches checks by name; if no check has that name, by type. */
function matchCheck(
  planned: readonly PlannedTurn[],
  asked: string,
): (check: PlannedCheck) => boolean {
  if (asked === 'any') return () => true;
  const isName = planned.some(({ checks, conversationChecks }) =>
    [...checks, ...conversationChecks].some(({ name }) => name === asked),
  );
  return ({ name, type }) => (isName ? name : type) === asked;
}

async function keepGiven(
  { tx, runId, planned }: Searched,
  [field, asked]: readonly [string, string],
): Promise<readonly PlannedTurn[]> {
  const expected = new Map(planned.map((turn) => [keyOf(turn), turn.labels[field]]));
  const found = new Set<string>();
  for (const { given, isExpected, ...position } of await listGivenLabels(tx, runId, field)) {
    const key = keyOf(position);
    // A label that scored 1 counts as the expected one, regardless of its spelling.
    const said = isExpected ? expected.get(key) : (given ?? undefined);
    if (asked === '' ? said === undefined : isSameLabel(said, asked)) found.add(key);
  }
  return planned.filter((turn) => found.has(keyOf(turn)));
}

function keyOf({ scenarioNo, turnNo }: InteractionPosition): string {
  return `${scenarioNo}/${turnNo}`;
}
