import type { RunId } from '@assay/contracts';
import { setRunFinished } from '../../db/runs/end-run.ts';
import { findDuration } from '../../db/runs/find-duration.ts';
import { findRun } from '../../db/runs/find-run.ts';
import { listOutcomes } from '../../db/turns/list-outcomes.ts';
import { storeOverview } from '../../db/runs/store-overview.ts';
import { countTurns } from '../../db/turns/count-turns.ts';
import type { RunSummary } from '../../db/runs/run-summary.ts';
import type { Run } from '../../db/runs/run.ts';
import { storeScenarios } from '../../db/runs/store-scenarios.ts';
import { countJudgements, type JudgementCounts } from '../../db/grading/count-judgements.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { toRunOverview } from './run-overview.ts';
import { evaluateGates } from '../gates/evaluate-gates.ts';
import { scenarioKeys } from '../history/scenario-keys.ts';
import { gradeRun, needsGrading, type GradingControl } from '../grading/grade-run.ts';
import type { GradingModels } from '../grading/grading-models.ts';
import type { RunNotifier } from '../events/run-notifier.ts';
import { meansOf } from './stats-of.ts';
import { summariseRun } from './summarise-run.ts';

interface FinishServices {
  readonly tx: Tx;
  readonly notifier: RunNotifier;
  readonly now: () => Date;
  readonly models: GradingModels;
}

/** paused, lost: the run is for somebody else to finish. */
export type Finish = 'over' | 'paused' | 'lost';

/** Has the turns of a run marked where models are asked, and writes its summary, once, from what is on record. */
export async function finishRun(
  services: FinishServices,
  id: RunId,
  control: GradingControl,
): Promise<Finish> {
  const { tx, notifier, now } = services;
  const run = await findRun(tx, id);
  // Deleted meanwhile, played again, or somebody else was at it: a summary is a lot of work.
  if (run === undefined || run.state !== 'finishing') return 'over';
  const grading = needsGrading(run) ? await gradeRun(services, run, control) : undefined;
  if (grading?.state === 'paused' || grading?.state === 'lost') return grading.state;
  const durationMs = await durationOf(tx, run, now());
  const judgements = await tallyOf(tx, run);
  const summary = await summariseRun(run, listOutcomes(tx, id), { durationMs, judgements });
  const verdict = await evaluateGates(tx, run);
  const warnings = [
    ...summary.warnings,
    ...(grading?.state === 'marked' ? grading.warnings : []),
    ...verdict.warnings,
  ];
  const judged: RunSummary = { ...summary, ...verdict, warnings };
  await storeOverview(tx, id, toRunOverview(judged, await countTurns(tx, id)));
  await storeScenarios(tx, id, scenarioKeys(run.plan.scenarios));
  await setRunFinished(tx, id, { scores: meansOf(summary.stats), summary: judged });
  notifier.notifyEnd(id);
  return 'over';
}

async function durationOf(tx: Tx, { id, revision, createdAt }: Run, now: Date): Promise<number> {
  const known = revision > 1 ? await findDuration(tx, id) : undefined;
  return known ?? now.getTime() - createdAt.getTime();
}

/** What it took to ask. */
async function tallyOf(tx: Tx, { id, plan }: Run): Promise<readonly JudgementCounts[] | undefined> {
  return plan.grading && countJudgements(tx, id, plan.grading.since);
}
