import type { CallWebhook } from '@fairtrial/models';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { GradingClaim } from '../../db/grading/begin-grading.ts';
import { annotator } from './asked/annotate-replies.ts';
import { embeddings } from './asked/embed-replies.ts';
import { judgedChecks } from './asked/judge-checks.ts';
import { judgePanel, type Asking } from './asked/judge-replies.ts';
import { ownScorers } from './asked/own-scorers.ts';
import type { AskingGrader } from './asked/subject.ts';

interface Services extends Asking {
  readonly tx: SqlExecutor;
  readonly claim: GradingClaim;
}

const NO_CALLERS: ReadonlyMap<string, CallWebhook> = new Map();

/**
 * The graders that a run asks about each reply. Those that compute, the scorers, are listed in
 * `packages/scorers/src/registry.ts`; they read what these found out.
 */
export function listGraders({ tx, claim, ...asking }: Services): readonly AskingGrader[] {
  const { run, judges, models } = asking;
  const { embeddings: model, ownScorers: planned } = run.plan.grading ?? {};
  return [
    ...(judges.judges.length > 0 ? [judgePanel(asking)] : []),
    ...(judges.annotator === undefined ? [] : [annotator(asking)]),
    ...(judges.checksJudges.length > 0 ? [judgedChecks(asking)] : []),
    ...(model === undefined ? [] : [embeddings({ tx, models }, { runId: run.id, model })]),
    ...(planned === undefined
      ? []
      : [ownScorers({ tx, run, claim, planned, callers: models.ownScorers ?? NO_CALLERS })]),
  ];
}
