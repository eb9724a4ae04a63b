import type { Assertion } from '@assay/contracts';
import type { ModelOutcome } from '@assay/models';
import { checkAssertions, failAssertions, type Checked } from '@assay/scorers';
import type { Turn, TurnKey } from '../db/turn.ts';
import {
  interactionOf,
  scoreAnswer,
  scoreSilence,
  type Marks,
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
  const { assertions: asserted = [] } = interactionOf(played);
  if (outcome.state === 'failed') {
    const assertions = withTypes(asserted, failAssertions(asserted));
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      assertions,
      toolCalls: undefined,
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      ...scoreSilence(played, assertions),
    };
  }
  const { text, metadata, toolCalls, elapsedMs: latencyMs } = outcome;
  const seen = { text, latencyMs, toolCalls: toolCalls ?? [] };
  const assertions = withTypes(asserted, await checkAssertions(asserted, seen, pause));
  const worth = scoreAnswer({ text, metadata, assertions }, played, pending(played.scoring));
  return {
    reply: text,
    outcome: 'answered',
    error: undefined,
    assertions,
    toolCalls,
    latencyMs,
    usage: outcome.usage,
    ...worth,
    flags: [...outcome.flags, ...worth.flags],
  };
}

/** What models are asked later is unknown until then: a score by another yardstick would be mistaken for theirs. */
function pending({ asked, marking }: ScoringPlan): Marks {
  return {
    ...(asked.includes('judge') ? { judge: null } : {}),
    ...(asked.includes('semantic_similarity') ? { semantic: null } : {}),
    ...(marking?.annotator === undefined ? {} : { labels: 'pending' }),
  };
}

function withTypes(
  asserted: readonly Assertion[],
  checked: readonly Checked[],
): Turn['assertions'] {
  return asserted.flatMap(({ type }, at) => {
    const result = checked[at];
    return result === undefined ? [] : [{ type, ...result }];
  });
}
