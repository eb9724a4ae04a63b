import { checkType, type Check } from '@fairtrial/contracts';
import type { ModelOutcome } from '@fairtrial/models';
import { runChecks, failChecks, type CheckOutcome } from '@fairtrial/scorers';
import { isSimulatedTurn, listOwnScorers } from '../../entities/run.ts';
import type { Turn, TurnKey } from '../../entities/turn.ts';
import {
  getInteraction,
  scoreAnswer,
  scoreFailedTurn,
  type Grades,
  type ScoringContext,
  type ScoringPlan,
} from './score-answer.ts';
import { callsOfTurn } from './reported-calls.ts';

const FAILED_REPLY = 'Request failed';

type ScoredOutcome = Omit<Turn, keyof TurnKey | 'try' | 'protocol'>;

/** Scores the outcome of a call before any model has graded it. `pause` yields to other work between two checks. */
export async function scoreOutcome(
  outcome: ModelOutcome,
  { pause, ...context }: ScoringContext & { readonly pause: () => Promise<void> },
): Promise<ScoredOutcome> {
  const { checks: planned = [] } = getInteraction(context);
  if (outcome.state === 'failed') {
    const checks = withTypes(planned, failChecks(planned));
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      checks,
      toolCalls: undefined,
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      ...scoreFailedTurn(context, checks),
    };
  }
  const { text, metadata, elapsedMs: latencyMs } = outcome;
  const calls = callsOfTurn(outcome, context.scoring);
  const answer = { text, latencyMs, ...calls };
  const checks = withTypes(planned, await runChecks(planned, answer, pause));
  const grades = isSimulatedTurn(context.scenario, context.turnNo)
    ? {}
    : pendingGrades(context.scoring);
  const scored = scoreAnswer({ text, metadata, checks }, context, grades);
  return {
    reply: text,
    outcome: 'answered',
    error: undefined,
    checks,
    toolCalls: calls.toolCalls,
    latencyMs,
    usage: outcome.usage,
    ...scored,
    flags: [...outcome.flags, ...scored.flags],
  };
}

/** Model scores are null until the models have been called, so that no fallback is mistaken for their score. */
function pendingGrades(plan: ScoringPlan): Grades {
  const { modelScorers, grading } = plan;
  return {
    own: Object.fromEntries(listOwnScorers(plan).map((name) => [name, null])),
    ...(modelScorers.includes('judge') ? { judge: null } : {}),
    ...(modelScorers.includes('semantic_similarity') ? { semantic: null } : {}),
    ...(grading?.annotator === undefined ? {} : { labels: 'pending' }),
  };
}

/** Adds the type of each check to its result. */
export function withTypes(
  planned: readonly Check[],
  results: readonly CheckOutcome[],
): Turn['checks'] {
  return planned.flatMap((check, at) => {
    const result = results[at];
    return result === undefined ? [] : [{ type: checkType(check), ...result }];
  });
}
