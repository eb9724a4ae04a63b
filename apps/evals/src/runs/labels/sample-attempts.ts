import {
  AppError,
  type LabelItem,
  type LabelSample,
  type ParsedQuery,
  type RunId,
} from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { DrawnItem, LabelDrawRow } from '../../db/labels/label-draws.ts';
import { listShownTurns } from '../../db/labels/labelled-turns.ts';
import { listLabelsOf, type LabelRow } from '../../db/labels/labels.ts';
import { interactionAt, type PlannedScenario, type Run } from '../../entities/run.ts';
import { requireEnded, type RunRef } from '../find/load-run.ts';
import { matchPlans } from '../plan/match-plans.ts';
import { findOrDraw, type DrawRequest } from './find-or-draw.ts';
import { listLabelChecks } from './label-checks.ts';

export interface SampleQuery extends ParsedQuery<'GET /runs/:run_id/label-sample'> {
  readonly with: RunId | undefined;
  /** The name of the API key. */
  readonly createdBy: string | undefined;
}

/** Returns one page of a draw of attempts to label. Makes the draw if it is not stored yet. */
export async function sampleAttempts(
  tx: SqlExecutor,
  { project, runId }: RunRef,
  query: SampleQuery,
): Promise<LabelSample> {
  const run = await requireEnded(tx, project, runId);
  const partner = query.with && (await requirePartner(tx, { project, runId }, query.with));
  const runs = partner ? sortPair(run, partner) : ([run] as const);
  const rows = await findOrDraw(tx, { runs, ...query });
  const labels =
    query.labeller === undefined
      ? []
      : await listLabelsOf(
          tx,
          runs.map(({ id }) => id),
          query.labeller,
        );
  const queue = toQueue(rows);
  const items = await readItems(
    tx,
    { runs, labels },
    queue.slice(query.from).slice(0, query.limit),
  );
  const next = query.from + items.length;
  return {
    draw: rows[0]?.id ?? '',
    n: query.n,
    seed: query.seed,
    with: partner?.id ?? null,
    size: queue.length,
    items,
    next: next < queue.length ? next : null,
  };
}

async function requirePartner(tx: SqlExecutor, run: RunRef, partnerId: RunId): Promise<Run> {
  if (partnerId === run.runId) {
    const detail = 'must be another run';
    throw new AppError('invalid_request', detail, { errors: [{ pointer: '/with', detail }] });
  }
  return requireEnded(tx, run.project, partnerId);
}

/** The order does not depend on which run was asked for: both requests return the same queue. */
function sortPair(run: Run, partner: Run): readonly [Run, Run] {
  return run.id < partner.id ? [run, partner] : [partner, run];
}

interface QueuedItem {
  readonly runId: RunId;
  readonly drawn: DrawnItem;
}

function toQueue(rows: readonly LabelDrawRow[]): readonly QueuedItem[] {
  return rows
    .flatMap(({ runId, items }) => items.map((drawn) => ({ runId, drawn })))
    .toSorted((a, b) => a.drawn.item - b.drawn.item);
}

/** Characters of a page. A single longer conversation is still shown. */
const MAX_PAGE_CHARS = 2_000_000;

interface SampleContext {
  readonly runs: DrawRequest['runs'];
  readonly labels: readonly LabelRow[];
}

/** Reads conversations one after the other, until the page is full. */
async function readItems(
  tx: SqlExecutor,
  context: SampleContext,
  queue: readonly QueuedItem[],
): Promise<LabelItem[]> {
  const items: LabelItem[] = [];
  let chars = 0;
  const named = nameScenarios(context.runs);
  for (const queued of queue) {
    const item = await readItem(tx, { ...context, named }, queued);
    chars += JSON.stringify(item).length;
    if (items.length > 0 && chars > MAX_PAGE_CHARS) break;
    items.push(item);
  }
  return items;
}

async function readItem(
  tx: SqlExecutor,
  { runs, labels, named }: SampleContext & { readonly named: NamedScenarios },
  { runId, drawn }: QueuedItem,
): Promise<LabelItem> {
  const run = runs.find(({ id }) => id === runId) ?? runs[0];
  const scenario = run.plan.scenarios[drawn.scenarioNo];
  if (scenario === undefined) throw new Error(`run ${runId} has no scenario ${drawn.scenarioNo}`);
  const turns = await listShownTurns(tx, runId, drawn);
  const { name, description } = named(run, drawn.scenarioNo) ?? scenario;
  return {
    item: drawn.item,
    scenario_name: name,
    description,
    conversation: turns.map((turn) => toLabelTurn(scenario, turn)),
    // The length of a conversation with a simulated user is not planned.
    truncated: !scenario.user && turns.length < scenario.interactions.length,
    checks: [...listLabelChecks(scenario)],
    labels: labels.filter((label) => isAbout(label, runId, drawn)).map(toOwnLabel),
  };
}

type NamedScenarios = (run: Run, scenarioNo: number) => PlannedScenario | undefined;

/**
 * In a mixed queue, the names of the first run are shown for both: a name that was generated from a run would reveal
 * it.
 */
function nameScenarios([first, second]: DrawRequest['runs']): NamedScenarios {
  const match = second && matchPlans(first.plan.scenarios, second.plan.scenarios);
  // A draw from before a rescore can have scenarios whose checks differ now.
  const pairs = match ? [...match.scenarios, ...match.changed] : [];
  const ofFirst = new Map(pairs.map(({ baseline, candidate }) => [candidate, baseline]));
  return (run, scenarioNo) =>
    first.plan.scenarios[run.id === first.id ? scenarioNo : (ofFirst.get(scenarioNo) ?? -1)];
}

function toLabelTurn(
  scenario: PlannedScenario,
  { turnNo, userMessage, reply, toolCalls }: Awaited<ReturnType<typeof listShownTurns>>[number],
): LabelItem['conversation'][number] {
  const planned = interactionAt(scenario, { turnNo, userMessage: userMessage ?? undefined });
  return {
    turn: turnNo,
    user_message: planned?.user_message ?? '',
    agent_reply: reply,
    tool_calls: toolCalls && [...toolCalls],
    reference_reply: planned?.reference_reply ?? '',
    reference_metadata: planned?.reference_metadata ?? {},
  };
}

function isAbout(label: LabelRow, runId: RunId, drawn: DrawnItem): boolean {
  return (
    label.runId === runId &&
    label.scenarioNo === drawn.scenarioNo &&
    label.attemptNo === drawn.attemptNo &&
    label.try === drawn.try
  );
}

function toOwnLabel({ checkId, passed, note }: LabelRow): LabelItem['labels'][number] {
  return { check_id: checkId === '' ? null : checkId, passed: passed === true, note };
}
