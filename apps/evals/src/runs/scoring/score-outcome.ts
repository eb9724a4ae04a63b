import type { Check } from '@assay/contracts';
import type { ModelOutcome } from '@assay/models';
import { runChecks, failChecks, type CheckOutcome } from '@assay/scorers';
import type { Turn, TurnKey } from '../../db/turns/turn.ts';
import {
  interactionOf,
  scoreAnswer,
  scoreFailedTurn,
  type Grades,
  type PlayedTurn,
  type ScoringPlan,
} from './score-answer.ts';

const FAILED_REPLY = 'Request failed';

type Scored = Omit<Turn, keyof TurnKey | 'try' | 'protocol'>;

/**
 * What an endpoint's answer, or its silence, is worth before any model was asked about it. `pause` is asked for
 * between two pieces of work.
 */
export async function scoreOutcome(
  outcome: ModelOutcome,
  { pause, ...played }: PlayedTurn & { readonly pause: () => Promise<void> },
): Promise<Scored> {
  const { checks: asserted = [] } = interactionOf(played);
  if (outcome.state === 'failed') {
    const checks = withTypes(asserted, failChecks(asserted));
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      checks,
      toolCalls: undefined,
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      ...scoreFailedTurn(played, checks),
    };
  }
  const { text, metadata, toolCalls, elapsedMs: latencyMs } = outcome;
  const seen = { text, latencyMs, toolCalls: toolCalls ?? [] };
  const checks = withTypes(asserted, await runChecks(asserted, seen, pause));
  const worth = scoreAnswer({ text, metadata, checks }, played, pending(played.scoring));
  return {
    reply: text,
    outcome: 'answered',
    error: undefined,
    checks,
    toolCalls,
    latencyMs,
    usage: outcome.usage,
    ...worth,
    flags: [...outcome.flags, ...worth.flags],
  };
}

/** What models are asked later is unknown until then: a score by another yardstick would be mistaken for theirs. */
function pending({ asked, grading }: ScoringPlan): Grades {
  return {
    ...(asked.includes('judge') ? { judge: null } : {}),
    ...(asked.includes('semantic_similarity') ? { semantic: null } : {}),
    ...(grading?.annotator === undefined ? {} : { labels: 'pending' }),
  };
}

function withTypes(asserted: readonly Check[], checked: readonly CheckOutcome[]): Turn['checks'] {
  return asserted.flatMap(({ type }, at) => {
    const result = checked[at];
    return result === undefined ? [] : [{ type, ...result }];
  });
}
