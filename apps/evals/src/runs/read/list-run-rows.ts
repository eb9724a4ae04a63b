import type { RunId, RunRow, RunRowList } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  type InteractionPosition,
  type RowQuery,
  listInteractionMeans,
  listInteractionRows,
  type InteractionRow,
} from '../../db/turns/interaction-rows.ts';
import { requireEnded, type RunRef } from '../find/load-run.ts';
import { matchPlans } from '../plan/match-plans.ts';
import { readRowCursor, toRowCursor } from './cursors.ts';
import {
  filterPlannedTurns,
  searchPlannedTurns,
  type PlannedTurn,
  type PlannedTurnCache,
  type RevisionRef,
  isSameLabel,
  splitLabel,
  type PlannedCheck,
} from './planned-turns.ts';
import {
  countFailedChecks,
  listFailedConversationChecks,
  listGivenLabels,
} from '../../db/turns/count-turns.ts';

const MAX_EXCERPT_LENGTH = 160;

export interface RowServices {
  readonly database: SqlExecutor;
  readonly plannedTurns: PlannedTurnCache;
}

/** Returns one page of the interactions of a run, aggregated over all attempts. */
export async function listRunRows(
  { database: tx, plannedTurns }: RowServices,
  run: RevisionRef,
  query: RowQuery & { readonly baseline: RunId | undefined },
): Promise<RunRowList> {
  const { cursor, baseline, limit, scenario, label, failed_check, given, ...filter } = query;
  const planned = await plannedTurns.read(tx, run);
  const about = { scenario, label, failed_check, given };
  const positions = await findPositions(tx, run.runId, { planned, ...about });
  const found = await listInteractionRows(tx, {
    ...filter,
    runId: run.runId,
    alsoFound: searchPlannedTurns(planned, filter.q),
    positions,
    after: cursor === undefined ? undefined : readRowCursor(query.sort, cursor),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const plannedByKey = new Map(planned.map((turn) => [positionKey(turn), turn]));
  const baselineMean = await loadBaselineMeans(tx, { ...run, baseline }, page);
  return {
    rows: page.map((row) => toRow(row, plannedByKey.get(positionKey(row)), baselineMean(row))),
    total: found[0]?.total ?? 0,
    next_cursor: last && found.length > page.length ? toRowCursor(query.sort, last) : null,
  };
}

interface PositionQuery extends Pick<RowQuery, 'scenario' | 'label' | 'failed_check' | 'given'> {
  readonly planned: readonly PlannedTurn[];
}

/** The interactions that match the filters on plan and replies; `undefined` if there are no such filters. */
async function findPositions(
  tx: SqlExecutor,
  runId: RunId,
  { planned, failed_check, given, ...filter }: PositionQuery,
): Promise<readonly PlannedTurn[] | undefined> {
  const found = filterPlannedTurns(planned, filter);
  if (failed_check === undefined && given === undefined) return found;
  return filterByReplies(tx, runId, { planned: found ?? planned, failed_check, given });
}

type BaselineMean = (position: InteractionPosition) => number | null;

/** The mean scores of the same interactions in the baseline. */
async function loadBaselineMeans(
  tx: SqlExecutor,
  { project, runId, baseline }: RunRef & { readonly baseline: RunId | undefined },
  page: readonly InteractionPosition[],
): Promise<BaselineMean> {
  if (baseline === undefined || page.length === 0) return () => null;
  const baselineRun = await requireEnded(tx, project, baseline);
  const run = await requireEnded(tx, project, runId);
  const matching = matchPlans(baselineRun.plan.scenarios, run.plan.scenarios);
  const baselinePositions = new Map(
    matching.scenarios.flatMap(({ baseline: old, candidate, turns }) =>
      turns
        .filter((turnNo) => turnNo !== null)
        .map((turnNo) => [
          positionKey({ scenarioNo: candidate, turnNo }),
          { scenarioNo: old, turnNo },
        ]),
    ),
  );
  const wanted = page.flatMap((row) => baselinePositions.get(positionKey(row)) ?? []);
  const means = new Map(
    (await listInteractionMeans(tx, baseline, wanted)).map((row) => [positionKey(row), row.mean]),
  );
  return (row) => {
    const position = baselinePositions.get(positionKey(row));
    return (position && means.get(positionKey(position))) ?? null;
  };
}

function positionKey({ scenarioNo, turnNo }: InteractionPosition): string {
  return `${scenarioNo}/${turnNo}`;
}

function toRow(
  row: InteractionRow,
  planned: PlannedTurn | undefined,
  baselineMean: number | null,
): RunRow {
  return {
    scenario: row.scenarioNo,
    turn: row.turnNo,
    scenario_name: planned?.scenarioName ?? '',
    user_message: planned?.userMessage.slice(0, MAX_EXCERPT_LENGTH) ?? '',
    status: row.status,
    mean: row.mean,
    scores: [...row.scores],
    metadata: row.metadata,
    latency_ms: row.latencyMs,
    tokens: row.tokens,
    failed_checks: listFailedChecks(row, planned),
    baseline_mean: baselineMean,
  };
}

/** The names of required checks that failed. */
function listFailedChecks(row: InteractionRow, planned: PlannedTurn | undefined): string[] {
  const checks = row.failedChecks.flatMap((at) => planned?.checks[at] ?? []);
  return [...new Set(checks.filter((check) => !check.isOptional).map(({ name }) => name))];
}

/** Row filters that depend on the replies and on the plan. */
interface ReplyFilter extends Pick<RowQuery, 'failed_check' | 'given'> {
  readonly planned: readonly PlannedTurn[];
}

/** Returns the planned turns in which a reply matches the filter; all of them if the filter is empty. */
async function filterByReplies(
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
