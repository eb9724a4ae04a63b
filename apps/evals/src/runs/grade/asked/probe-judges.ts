import type { ProbedJudge, RunId } from '@fairtrial/contracts';
import { JUDGE_PROMPT_DIGEST, probeJudge, type ProbeSummary } from '@fairtrial/scorers';
import type { SqlExecutor } from '../../../db/connection/sql.ts';
import { insertJudgeProbe, listJudgeProbes } from '../../../db/grading/judge-probes.ts';
import type { Judges } from './open-judges.ts';
import type { GradingModels } from './grading-models.ts';
import { askOnce, type JudgementStore } from './judgement-store.ts';

interface ProbeContext {
  readonly tx: SqlExecutor;
  readonly runId: RunId;
  readonly store: JudgementStore;
  readonly models: Pick<GradingModels, 'enter'>;
}

export interface ProbedJudges {
  /** One for each judge that is not trusted. */
  readonly warnings: readonly string[];
  readonly judges: readonly ProbedJudge[];
}

/** Probes are stored with the judgements, under a key that no turn has. */
const PROBE_TURN = { scenarioNo: -1, attemptNo: -1, turnNo: 0 };

/**
 * Asks every judge two questions with known answers, because the model behind a name can change. A judge that was never
 * asked with this prompt gets all probe questions, which count the faults that it finds.
 */
export async function probeJudges(
  { probedJudges: judges }: Judges,
  { tx, runId, store, models }: ProbeContext,
  signal: AbortSignal,
): Promise<ProbedJudges> {
  const names = judges.map(({ model }) => model);
  if (names.length === 0) return { warnings: [], judges: [] };
  const answers = await store.load(PROBE_TURN, PROBE_TURN);
  const probed = await listProbedJudges(tx, names);
  const warnings = judges.map(async ({ model, ask }, at) => {
    const kind = 'probe' as const;
    const context = { runId, subject: PROBE_TURN, kind, model, known: answers, store, models };
    const isKnown = (probed[at]?.probe ?? null) !== null;
    const probe = await probeJudge(askOnce(ask, context), { isKnown, signal });
    if (probe.state === 'trusted' && probe.summary !== undefined && isComplete(probe.summary)) {
      const key = { model, promptDigest: JUDGE_PROMPT_DIGEST };
      await insertJudgeProbe(tx, key, toResult(probe.summary));
    }
    return probe.state === 'untrusted'
      ? [`judge_untrusted: ${model} was asked questions with known answers, and ${probe.why}`]
      : [];
  });
  return {
    warnings: (await Promise.all(warnings)).flat(),
    judges: await listProbedJudges(tx, names),
  };
}

/** Returns these judges with the faults that they find. */
export function listProbedJudges(
  tx: SqlExecutor,
  models: readonly string[],
): Promise<ProbedJudge[]> {
  return listJudgeProbes(tx, models, JUDGE_PROMPT_DIGEST);
}

/** Share of the questions that must have an answer. A failing judge is probed again by the next run. */
const MIN_ANSWERED = 0.95;

function isComplete({ items, falseAlarms, byFault }: ProbeSummary): boolean {
  const faults = Object.values(byFault).reduce((sum, { asked }) => sum + asked, 0);
  return faults + falseAlarms.asked >= MIN_ANSWERED * items;
}

function toResult({
  items,
  falseAlarms,
  byFault,
}: ProbeSummary): Parameters<typeof insertJudgeProbe>[2] {
  return { items, false_alarms: falseAlarms, by_fault: byFault };
}
