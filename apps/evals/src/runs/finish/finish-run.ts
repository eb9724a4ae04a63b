import { storeScenarioScores } from '../../db/runs/scenario-scores.ts';
import { scenarioKeys } from '../plan/match-plans.ts';
import { readClock } from '../../db/connection/read-clock.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { countJudgements, type JudgementCounts } from '../../db/grading/judgements.ts';
import { listOutcomes } from '../../db/turns/page-turns.ts';
import type {
  Comparison,
  GateResult,
  GateVerdict,
  Headline,
  ProbedJudge,
  RunId,
  RunOverview,
} from '@fairtrial/contracts';
import { setRunFinished } from '../../db/runs/end-run.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { countTurns, type TurnCounts } from '../../db/turns/count-turns.ts';
import { type RunSummary, findDuration, storeOverview } from '../../db/runs/run-summary.ts';
import type { Run } from '../../entities/run.ts';
import type { SpoiledAttempt } from '../../db/users/replay-attempts.ts';
import type { Database } from '../../db/connection/open-database.ts';
import type { Queue } from '../../queue/create-queue.ts';
import { loadSequential } from '../compare/looks.ts';
import { takeLook } from './take-look.ts';
import { evaluateGates } from '../gates/evaluate-gates.ts';
import { gradeRun, needsGrading, type GradingControl } from '../grade/grade-run.ts';
import type { GradingModels } from '../grade/asked/grading-models.ts';
import { gradeRest, type PlayedGrading } from '../grade/grade-played.ts';
import type { LocalGraders } from '../grade/local/local-graders.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { leaveOutExcluded } from '../summary/leave-out-excluded.ts';
import { loadUserRecords } from '../summary/report-users.ts';
import { replaySpoiled } from './replay-spoiled.ts';
import { decideRunHeadline } from '../headline/decide-run-headline.ts';
import { toMeans } from '../summary/rounding.ts';
import { round } from '../summary/rounding.ts';
import { summariseRun } from '../summary/summarise-run.ts';

interface FinishServices {
  readonly tx: SqlExecutor;
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueLanes'>;
  readonly notifier: RunNotifier;
  readonly models: GradingModels;
  readonly local: LocalGraders;
  readonly played: Pick<PlayedGrading, 'settle'>;
}

/** `paused` and `lost`: another worker finishes the run. */
export type FinishOutcome = 'over' | 'paused' | 'lost';

/**
 * Grades the turns of a run if needed, compares it with its baseline, and stores its summary. A run whose simulated users
 * spoiled conversations plays them again instead, and one with early stopping that is not decided gets more attempts.
 */
export async function finishRun(
  services: FinishServices,
  id: RunId,
  control: GradingControl,
): Promise<FinishOutcome> {
  const { tx } = services;
  const found = await findRun(tx, id);
  // The run was deleted, retried, or finished by another worker.
  if (found === undefined || found.state !== 'finishing') return 'over';
  const graded = await gradeAndReplay(services, found, control);
  if (graded.state === 'replayed') return 'over';
  if (graded.state !== 'graded') return graded.state;
  const { run, findings, epoch } = graded;
  const look = findings.judgeDoubt === undefined ? await takeLook(services, run, epoch) : 'over';
  if (look === 'lost') return 'lost';
  if (look === 'over') await endRun(services, run, findings);
  return 'over';
}

interface GradingFindings {
  readonly warnings: readonly string[];
  readonly judges: readonly ProbedJudge[];
  /** Why the judge is not trusted. */
  readonly judgeDoubt: string | undefined;
}

const NOT_GRADED: GradingFindings = { warnings: [], judges: [], judgeDoubt: undefined };

type GradedRun =
  | {
      readonly state: 'graded';
      readonly run: Run;
      readonly findings: GradingFindings;
      /** The claim on grading; `undefined` if the run was not graded, or grading was cancelled. */
      readonly epoch?: number;
      readonly spoiled?: readonly SpoiledAttempt[];
    }
  | { readonly state: 'paused' | 'lost' };

/** Attempts that cannot be played again, because no calls are left for them, are graded without another try. */
async function gradeAndReplay(
  services: FinishServices,
  found: Run,
  control: GradingControl,
): Promise<GradedRun | { readonly state: 'replayed' }> {
  const graded = await grade(services, found, control);
  if (graded.state !== 'graded') return graded;
  const { run, epoch, spoiled = [] } = graded;
  const outcome = await replaySpoiled(services, run, { epoch, spoiled });
  if (outcome === 'none') return graded;
  if (outcome !== 'refused') return { state: outcome };
  return grade(services, run, { ...control, mayReplay: false });
}

/** Grades the turns of a run if needed. Returns it as it is afterwards: it may have been cancelled during grading. */
async function grade(
  services: FinishServices,
  found: Run,
  control: GradingControl,
): Promise<GradedRun> {
  await services.played.settle(found.id);
  if (!(await gradeRest(services, found, control))) return { state: 'paused' };
  if (!needsGrading(found)) return { state: 'graded', run: found, findings: NOT_GRADED };
  const grading = await gradeRun(services, found, control);
  if (grading.state === 'paused' || grading.state === 'lost') return { state: grading.state };
  const run = (await findRun(services.tx, found.id)) ?? found;
  // Another worker has finished the run, and it was rescored since.
  if (run.revision !== found.revision) return { state: 'lost' };
  if (grading.state !== 'graded') return { state: 'graded', run, findings: NOT_GRADED };
  const { warnings, judges, epoch, spoiled } = grading;
  const judgeDoubt = warnings.find((warning) => warning.startsWith('judge_untrusted'));
  return { state: 'graded', run, findings: { warnings, judges, judgeDoubt }, epoch, spoiled };
}

/** Compares a run with its baseline, and stores its summary. */
async function endRun(
  { tx, notifier }: FinishServices,
  run: Run,
  { warnings: gradingWarnings, judges, judgeDoubt }: GradingFindings,
): Promise<void> {
  const { id } = run;
  const [durationMs, judgements, users] = await Promise.all([
    measureDuration(tx, run),
    loadJudgementCounts(tx, run),
    loadUserRecords(tx, run),
  ]);
  // In parallel, because both read all turns of the run.
  const [{ summary, overallMeans, counts }, turnCounts] = await Promise.all([
    summariseRun(run, leaveOutExcluded(run.plan, listOutcomes(tx, id)), {
      durationMs,
      judgements,
      users,
    }),
    countTurns(tx, id),
  ]);
  const keys = scenarioKeys(run.plan.scenarios);
  const scores = keys.map((key, at) => ({ ...key, scores: overallMeans[at] ?? [] }));
  await storeScenarioScores(tx, id, scores);
  const verdict = await evaluateGates(tx, run, judgeDoubt);
  const sequential = await loadSequential(tx, run);
  const warnings = [
    ...summary.warnings,
    ...gradingWarnings,
    ...verdict.warnings,
    ...(sequential?.decided === false ? [sequential.sentence] : []),
  ];
  const headline = decideRunHeadline(run, {
    counts,
    stats: summary.stats,
    judgeDoubt,
    sequential,
    ...verdict,
  });
  const complete = {
    ...summary,
    ...verdict,
    ...(judges.length > 0 && { judges }),
    headline,
    judgeDoubt,
    sequential,
    warnings,
  };
  await storeOverview(tx, id, toRunOverview(complete, turnCounts));
  await setRunFinished(tx, id, {
    scores: toMeans(summary.stats),
    summary: complete,
    result: toStoredResult(headline),
  });
  notifier.notifyEnd(id);
}

/** A regression that a gate allows does not count as a pass: later runs must not be compared with it. */
function toStoredResult({ result, status }: Headline): Headline['status'] {
  return result === 'regressed' && status === 'pass' ? 'inconclusive' : status;
}

/** A rescore keeps the duration of the first revision. */
async function measureDuration(tx: SqlExecutor, { id, revision, createdAt }: Run): Promise<number> {
  const known = revision > 1 ? await findDuration(tx, id) : undefined;
  if (known !== undefined) return known;
  const now = await readClock(tx);
  // The clock of the database may have been set back.
  return Math.max(0, now.getTime() - createdAt.getTime());
}

/** Calls and tokens of each judge and annotator; `undefined` if the run uses no models for grading. */
async function loadJudgementCounts(
  tx: SqlExecutor,
  { id, plan }: Run,
): Promise<readonly JudgementCounts[] | undefined> {
  return plan.grading && countJudgements(tx, id, plan.grading.sinceRevision);
}

/** The figures of a run that lists of runs show. */
function toRunOverview(
  {
    stats,
    comparison,
    headline,
    gate,
  }: Pick<RunSummary, 'stats' | 'comparison' | 'headline' | 'gate'>,
  { latency_ms }: TurnCounts,
): RunOverview {
  return {
    headline,
    ci95: stats['overall']?.ci95 ?? null,
    latency_ms: latency_ms && { median: round(latency_ms.median), p95: round(latency_ms.p95) },
    verdict: comparison ? toOverviewVerdict(comparison) : null,
    gate: gate && gate.gates.length > 0 ? countGates(gate) : null,
  };
}

function countGates({ verdict, gates }: GateVerdict): RunOverview['gate'] {
  const count = (result: GateResult): number =>
    gates.filter((finding) => finding.verdict === result).length;
  return {
    verdict,
    failed: count('fail'),
    inconclusive: count('inconclusive'),
    total: gates.length,
  };
}

function toOverviewVerdict({
  baseline,
  on_this_suite: suite,
  ...rest
}: Comparison): RunOverview['verdict'] {
  const countScenarios = (result: 'regressed' | 'improved'): number =>
    rest.scenarios.filter(({ verdict }) => verdict?.result === result).length;
  return {
    baseline_run_id: baseline.run_id,
    result: suite?.result ?? null,
    delta: suite?.delta ?? rest.metrics['overall']?.delta ?? null,
    interval: suite?.interval ?? null,
    regressed: countScenarios('regressed'),
    improved: countScenarios('improved'),
    compared: rest.compared,
  };
}
