import { AppError, type JudgeChoice, type RescoreRequest, type RunId } from '@assay/contracts';
import { findRun } from '../db/find-run.ts';
import type { Database } from '../db/open-database.ts';
import { rescoreRun } from '../db/rescore-run.ts';
import { hasResult, isOver, type Run, type RunPlan } from '../db/run.ts';
import type { Queue } from '../queue/create-queue.ts';
import { checkPassThreshold } from './check-pass-threshold.ts';
import { askedBy, planMarking, type ModelsAtHand } from './plan-marking.ts';
import type { RunNews } from './run-news.ts';

interface RescoreServices {
  readonly database: Database;
  readonly queue: Pick<Queue, 'enqueueFinish'>;
  readonly news: RunNews;
  readonly models: ModelsAtHand;
}

/** Scores a run that is over anew, from what is on record: the endpoint is not asked again. */
export async function rescoreStored(
  { database, queue, news, models }: RescoreServices,
  id: RunId,
  request: RescoreRequest,
): Promise<void> {
  const run = await findRun(database, id);
  if (run === undefined) throw new AppError('run_not_found', `there is no run ${id}`);
  if (!isOver(run)) throw active(id);
  if (!hasResult(run)) {
    throw new AppError('run_failed', `run ${id} ended without a result that could be scored`);
  }
  const revision = run.revision + 1;
  const plan = planAnew(run, request, { revision, models });
  await database.transaction(async (tx) => {
    if (!(await rescoreRun(tx, id, { revision, plan }))) throw active(id);
    await queue.enqueueFinish(tx, [id]);
  });
  news.tellJobs();
  news.tellProgress([id]);
}

/** What the request leaves out stays as it was. A judge is asked again only where the request speaks of it. */
function planAnew(
  { plan }: Run,
  request: RescoreRequest,
  { revision, models }: { readonly revision: number; readonly models: ModelsAtHand },
): RunPlan {
  const { scorers = plan.scorers, weights = plan.weights, judge } = request;
  const passThreshold = request.pass_threshold ?? plan.passThreshold;
  checkPassThreshold({ pass_threshold: passThreshold, scorers: scorers && [...scorers] });
  const before = plan.marking;
  const marking = planMarking(
    {
      ...plan,
      scorers,
      judge: judge ?? choiceOf(plan),
      since: judge === undefined ? (before?.since ?? revision) : revision,
    },
    {
      judges: judge === undefined ? judgesOf(plan) : models.judges,
      embeddings:
        request.scorers?.includes('semantic_similarity') === true
          ? models.embeddings
          : before?.embeddings,
    },
  );
  const said = { scorers, weights, passThreshold, judge: judge ?? plan.judge };
  return { ...plan, ...said, marking, asked: askedBy(marking) };
}

function judgesOf({ marking }: RunPlan): readonly string[] {
  return marking?.judge?.models ?? [marking?.annotator ?? []].flat();
}

function choiceOf(plan: RunPlan): JudgeChoice {
  if (judgesOf(plan).length === 0) return false;
  const { samples, temperature, rubric } = plan.marking?.judge ?? {};
  return { samples, temperature, rubric, allow_self_judge: true }; // as was decided then
}

function active(id: RunId): AppError {
  return new AppError('run_active', `run ${id} is still going on; wait for its end, or cancel it`);
}
