import {
  countScenarioTurns,
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
  MIN_COVERAGE,
} from '@fairtrial/contracts';
import { decideLook, type Look, type ScenarioDecision } from '@fairtrial/statistics';
import { SLOW_ANSWER_MS, type Database } from '../../db/connection/open-database.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findGradingEpoch, listLooks, type TakenLook } from '../../db/looks/list-looks.ts';
import { storeLook, type AddedAttempts, type NewLook } from '../../db/looks/store-look.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { attemptsAt, isOver, type Run, type RunPlan } from '../../entities/run.ts';
import type { Queue } from '../../queue/create-queue.ts';
import { newLaneIds } from '../plan/new-ids.ts';
import { loadAggregates } from '../compare/compare-stored-runs.ts';
import { measureRunVariance } from '../compare/measure-run-variance.ts';
import { pairScores, type MatchedAggregates } from '../compare/pair-scores.ts';
import type { RunNotifier } from '../events/run-notifier.ts';

interface LookServices {
  readonly tx: SqlExecutor;
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly notifier: RunNotifier;
}

/** `over`: the run ends now. `continued`: attempts were added. `lost`: another worker takes the look. */
export type LookOutcome = 'over' | 'continued' | 'lost';

/**
 * Takes the next look at a run with early stopping whose attempts are played and graded. Below 95 % coverage no look is
 * decided, and the run ends: its scores describe the endpoint or the judge rather than the model.
 *
 * `epoch` is the claim under which the run was graded. A worker that was paused since then may find attempts of a later
 * look that are not graded yet, so it must neither take a look nor end the run.
 */
export async function takeLook(
  services: LookServices,
  run: Run,
  epoch: number | undefined,
): Promise<LookOutcome> {
  const { tx } = services;
  const { looks, baselineRunId } = run.plan;
  if (looks === undefined || baselineRunId === undefined || isStopped(run)) return 'over';
  if (epoch === undefined) return 'lost';
  const taken = await listLooks(tx, run.id);
  const baseline = await findRun(tx, baselineRunId);
  if (taken.at(-1)?.isLast === true || baseline === undefined || !isOver(baseline)) return 'over';
  const runs = { baseline, candidate: run, isSequential: true };
  const aggregates = await loadAggregates(tx, runs, DEFAULT_METRIC);
  if ((await findGradingEpoch(tx, run.id)) !== epoch) return 'lost';
  if (!isCovered(aggregates)) return 'over';
  const decisions = decideLook(pairPlanned(aggregates, run.plan), {
    looks,
    look: taken.length,
    earlier: earlierDecisions(taken),
    margin: DEFAULT_MARGIN,
    between: await measureRunVariance(tx, {
      ...runs,
      metric: DEFAULT_METRIC,
      compared: aggregates.matching.scenarios.length,
    }),
  });
  const look = { looks, lookNo: taken.length, decisions };
  return store(services, run, {
    ...planNext(run.plan, look),
    baselineRevision: baseline.revision,
    epoch,
  });
}

function earlierDecisions(taken: readonly TakenLook[]): readonly (ScenarioDecision | undefined)[] {
  return taken.at(-1)?.decisions.map((decision) => decision ?? undefined) ?? [];
}

/** True if no look is taken any more: turns are missing, or the scores have changed since the first look. */
function isStopped({ isCancelled, stopGrading, stoppedBy, revision }: Run): boolean {
  return isCancelled || stopGrading || stoppedBy !== undefined || revision > 1;
}

function isCovered({ baseline, candidate }: MatchedAggregates): boolean {
  return [baseline.totals, candidate.totals].every(
    (totals) =>
      totals.answered >= MIN_COVERAGE * totals.turns &&
      (totals.coverage(DEFAULT_METRIC) ?? 0) >= MIN_COVERAGE,
  );
}

/** The scores of every planned scenario. One that the baseline lacks, or has with other content, has none: it is never decided, and played to the end. */
function pairPlanned(
  aggregates: MatchedAggregates,
  { scenarios }: RunPlan,
): Parameters<typeof decideLook>[0] {
  const { pairs } = pairScores(aggregates);
  const byScenario = new Map(
    aggregates.matching.scenarios.map((at, index) => [at.candidate, pairs[index]]),
  );
  return scenarios.map((_, no) => byScenario.get(no) ?? { baseline: [], candidate: [] });
}

interface DecidedLook {
  readonly looks: readonly Look[];
  readonly lookNo: number;
  readonly decisions: readonly (ScenarioDecision | undefined)[];
}

/** The row of a look, and the attempts of undecided scenarios up to the next look. */
function planNext(
  plan: RunPlan,
  { looks, lookNo, decisions }: DecidedLook,
): Omit<NewLook, 'baselineRevision' | 'epoch'> {
  const attempts = looks[lookNo]?.attempts ?? 0;
  const next = looks[lookNo + 1];
  const isOpen = (no: number): boolean => next !== undefined && decisions[no] === undefined;
  const open = [...plan.scenarios.keys()].filter(isOpen);
  return {
    lookNo,
    attempts,
    decisions: plan.scenarios.map((_, no) => decisions[no] ?? null),
    isLast: open.length === 0,
    scenarioAttempts: plan.scenarios.map((_, no) =>
      isOpen(no) ? (next?.attempts ?? attempts) : attemptsAt(plan, no),
    ),
    added: addAttempts(plan, open, { from: attempts, upTo: next?.attempts ?? attempts }),
  };
}

function addAttempts(
  { scenarios, concurrency }: RunPlan,
  scenarioNos: readonly number[],
  { from, upTo }: { readonly from: number; readonly upTo: number },
): AddedAttempts {
  const attempts = upTo - from;
  const turns = scenarioNos.reduce(
    (sum, no) => sum + countScenarioTurns(scenarios[no] ?? {}) * attempts,
    0,
  );
  const lanes = newLaneIds(Math.min(concurrency, scenarioNos.length * attempts));
  return { scenarioNos, upTo, turns, lanes };
}

/** Stores the look, its new attempts and their jobs in one transaction. */
async function store(
  { database, queue, notifier }: LookServices,
  { id, project }: Run,
  look: NewLook,
): Promise<LookOutcome> {
  const isStored = await database.within(SLOW_ANSWER_MS).transaction(async (tx) => {
    const lanes = await storeLook(tx, id, look);
    if (lanes === undefined) return false;
    await queue.enqueueLanes(tx, { runId: id, project }, look.added.lanes.slice(0, lanes));
    return true;
  });
  if (!isStored) return 'lost';
  if (look.isLast) return 'over';
  notifier.notifyJobs();
  notifier.notifyProgress([id]);
  return 'continued';
}
