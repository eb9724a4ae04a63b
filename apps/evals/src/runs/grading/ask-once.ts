import type { RunId } from '@assay/contracts';
import type { Annotation, Judgement } from '@assay/scorers';
import type { JudgementKind, JudgementRow } from '../../db/grading/judgement.ts';
import type { TurnOrdinals } from '../../db/turns/turn.ts';
import type { JudgementStore, KnownJudgements } from './judgement-store.ts';
import type { GradingModels } from './grading-models.ts';

/** A question as it is put, with what goes along for whoever keeps books of calls. */
interface Headed {
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type Ask<Q, A> = (question: Q, signal: AbortSignal) => Promise<A>;

/** Of what a model is asked, and where its answers are kept. */
export interface Subject {
  readonly runId: RunId;
  readonly place: TurnOrdinals;
  readonly kind: JudgementKind;
  readonly model: string;
  readonly known: KnownJudgements;
  readonly store: JudgementStore;
  readonly models: Pick<GradingModels, 'enter'>;
}

/** Asks about one turn. What was answered before, by whoever was here then, is not asked and paid for again. */
export function askOnce<Q extends Headed, A extends Judgement | Annotation>(
  ask: Ask<Q, A>,
  { runId, place, kind, model, known, store, models }: Subject,
): Ask<Q, A> {
  const { scenarioNo, attemptNo, turnNo } = place;
  let asked = 0;
  return async (question, signal) => {
    const sampleNo = asked;
    asked += 1;
    const key = { scenarioNo, attemptNo, turnNo, kind, model, sampleNo };
    const earlier = known.find(key);
    if (earlier !== undefined) return earlier.result as A;
    const headers = {
      'x-assay-conversation': `${runId}/${scenarioNo}/${attemptNo}`,
      'x-assay-turn': `${turnNo}/${kind}/${sampleNo}`,
    };
    // While others are asked, our time does not run; and what was answered is on record before the next is asked.
    const permit = await models.enter(signal);
    try {
      const answer = await ask({ ...question, headers }, signal);
      if (wasPut(answer)) await store.write({ ...key, ...toRow(answer) });
      return answer;
    } finally {
      permit.leave({ isTooFast: false });
    }
  };
}

/** Where a model was given up, nobody was asked. */
function wasPut(answer: Judgement | Annotation): boolean {
  return !('failure' in answer) || answer.failure.kind !== 'circuit_open';
}

function toRow(
  answer: Judgement | Annotation,
): Pick<JudgementRow, 'outcome' | 'score' | 'result' | 'usage' | 'latencyMs'> {
  return {
    outcome: answer.state,
    score: 'score' in answer ? answer.score : null,
    result: answer,
    usage: answer.usage ?? null,
    latencyMs: answer.latencyMs,
  };
}
