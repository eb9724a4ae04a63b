import { storeScenarioScores } from '../../db/runs/scenario-scores.ts';
import { scenarioKeys } from '../compare/match-plans.ts';
import { readClock } from '../../db/connection/read-clock.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { countJudgements, type JudgementCounts } from '../../db/grading/judgements.ts';
import { listOutcomes } from '../../db/turns/page-turns.ts';
import type {
  Comparison,
  GateResult,
  GateVerdict,
  Headline,
  RunId,
  RunOverview,
} from '@assay/contracts';
import { setRunFinished } from '../../db/runs/end-run.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { countTurns, type TurnCounts } from '../../db/turns/count-turns.ts';
import { type RunSummary, findDuration, storeOverview } from '../../db/runs/run-summary.ts';
import type { Run } from '../../db/runs/run.ts';
import { evaluateGates } from '../gates/evaluate-gates.ts';
import { gradeRun, needsGrading, type GradingControl } from '../grading/grade-run.ts';
import type { GradingModels } from '../grading/grading-models.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { decideRunHeadline } from '../headline/decide-run-headline.ts';
import { toMeans } from './rounding.ts';
import { summariseRun } from './summarise-run.ts';

interface FinishServices {
  readonly tx: SqlExecutor;
  readonly notifier: RunNotifier;
  readonly models: GradingModels;
}

/** `paused` and `lost`: another worker finishes the run. */
export type FinishOutcome = 'over' | 'paused' | 'lost';

/** Grades the turns of a run if needed, compares it with its baseline, and stores its summary. */
export async function finishRun(
  services: FinishServices,
  id: RunId,
  control: GradingControl,
): Promise<FinishOutcome> {
  const { tx, notifier } = services;
  const found = await findRun(tx, id);
  // The run was deleted, retried, or finished by another worker.
  if (found === undefined || found.state !== 'finishing') return 'over';
  const grading = needsGrading(found) ? await gradeRun(services, found, control) : undefined;
  if (grading?.state === 'paused' || grading?.state === 'lost') return grading.state;
  // The run may have been cancelled during grading.
  const run = grading === undefined ? found : ((await findRun(tx, id)) ?? found);
  const [durationMs, judgements] = await Promise.all([
    measureDuration(tx, run),
    loadJudgementCounts(tx, run),
  ]);
  // In parallel, because each of these reads all turns of the run.
  const [{ summary, counts }, turnCounts] = await Promise.all([
    summariseRun(run, listOutcomes(tx, id), { durationMs, judgements }),
    countTurns(tx, id),
    storeScenarioScores(tx, id, scenarioKeys(run.plan.scenarios)),
  ]);
  const gradingWarnings = grading?.state === 'graded' ? grading.warnings : [];
  const judgeDoubt = gradingWarnings.find((warning) => warning.startsWith('judge_untrusted'));
  const verdict = await evaluateGates(tx, run, judgeDoubt);
  const warnings = [...summary.warnings, ...gradingWarnings, ...verdict.warnings];
  const headline = decideRunHeadline(run, {
    counts,
    stats: summary.stats,
    judgeDoubt,
    ...verdict,
  });
  const complete: RunSummary = { ...summary, ...verdict, headline, judgeDoubt, warnings };
  await storeOverview(tx, id, toRunOverview(complete, turnCounts));
  await setRunFinished(tx, id, {
    scores: toMeans(summary.stats),
    summary: complete,
    result: toStoredResult(headline),
  });
  notifier.notifyEnd(id);
  return 'over';
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
    latency_ms,
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
