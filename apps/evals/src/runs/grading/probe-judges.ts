import { probeJudge } from '@assay/scorers';
import { askOnce } from './ask-once.ts';
import type { GradingContext } from './grade-turn.ts';

/** Stands for no turn. */
const NOWHERE = { scenarioNo: -1, attemptNo: -1, turnNo: 0 };

/** Tries every judge on two questions whose answers are known, once for each run; tells which of them to mistrust. */
export async function probeJudges(
  { run, graders, store, models }: GradingContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (graders.judges.length === 0) return [];
  const known = await store.open(NOWHERE, NOWHERE);
  const warnings = graders.judges.map(async ({ model, ask }) => {
    const kind = 'probe' as const;
    const subject = { runId: run.id, place: NOWHERE, kind, model, known, store, models };
    const probe = await probeJudge(askOnce(ask, subject), signal);
    return probe.state === 'untrusted'
      ? [`judge_untrusted: ${model} was asked two questions with known answers, and ${probe.why}`]
      : [];
  });
  return (await Promise.all(warnings)).flat();
}
