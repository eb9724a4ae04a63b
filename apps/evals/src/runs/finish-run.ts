import type { RunId } from '@assay/contracts';
import { finishRun as storeSummary } from '../db/end-run.ts';
import { findDuration } from '../db/find-duration.ts';
import { findRun } from '../db/find-run.ts';
import { listOutcomes } from '../db/list-outcomes.ts';
import { storeDigest } from '../db/store-digest.ts';
import { tallyTurns } from '../db/tally-turns.ts';
import type { RunSummary } from '../db/run-summary.ts';
import type { Run } from '../db/run.ts';
import { storeScenarios } from '../db/store-scenarios.ts';
import { tallyJudgements, type JudgementTally } from '../db/tally-judgements.ts';
import type { Tx } from '../db/tx.ts';
import { digestOf } from './digest-of.ts';
import { judgeRun } from './gates/judge-run.ts';
import { scenarioKeys } from './history/scenario-keys.ts';
import { markRun, needsMarks, type MarkControl } from './mark/mark-run.ts';
import type { MarkingModels } from './mark/marking-models.ts';
import type { RunNews } from './run-news.ts';
import { meansOf } from './stats-of.ts';
import { summariseRun } from './summarise-run.ts';

interface FinishServices {
  readonly tx: Tx;
  readonly news: RunNews;
  readonly now: () => Date;
  readonly models: MarkingModels;
}

/** paused, lost: the run is for somebody else to finish. */
export type Finish = 'over' | 'paused' | 'lost';

/** Has the turns of a run marked where models are asked, and writes its summary, once, from what is on record. */
export async function finishRun(
  services: FinishServices,
  id: RunId,
  control: MarkControl,
): Promise<Finish> {
  const { tx, news, now } = services;
  const run = await findRun(tx, id);
  // Deleted meanwhile, played again, or somebody else was at it: a summary is a lot of work.
  if (run === undefined || run.state !== 'finishing') return 'over';
  const marking = needsMarks(run) ? await markRun(services, run, control) : undefined;
  if (marking?.state === 'paused' || marking?.state === 'lost') return marking.state;
  const durationMs = await durationOf(tx, run, now());
  const judgements = await tallyOf(tx, run);
  const summary = await summariseRun(run, listOutcomes(tx, id), { durationMs, judgements });
  const verdict = await judgeRun(tx, run);
  const warnings = [
    ...summary.warnings,
    ...(marking?.state === 'marked' ? marking.warnings : []),
    ...verdict.warnings,
  ];
  const judged: RunSummary = { ...summary, ...verdict, warnings };
  await storeDigest(tx, id, digestOf(judged, await tallyTurns(tx, id)));
  await storeScenarios(tx, id, scenarioKeys(run.plan.scenarios));
  await storeSummary(tx, id, { scores: meansOf(summary.stats), summary: judged });
  news.tellEnd(id);
  return 'over';
}

async function durationOf(tx: Tx, { id, revision, createdAt }: Run, now: Date): Promise<number> {
  const known = revision > 1 ? await findDuration(tx, id) : undefined;
  return known ?? now.getTime() - createdAt.getTime();
}

/** What it took to ask. */
async function tallyOf(tx: Tx, { id, plan }: Run): Promise<readonly JudgementTally[] | undefined> {
  return plan.marking && tallyJudgements(tx, id, plan.marking.since);
}
