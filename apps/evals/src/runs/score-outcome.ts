import type { ModelOutcome } from '@assay/models';
import type { Turn, TurnKey } from '../db/turn.ts';
import {
  scoreAnswer,
  scoreSilence,
  type Marks,
  type PlayedTurn,
  type ScoringPlan,
} from './score-answer.ts';

const FAILED_REPLY = 'Request failed';

type Scored = Omit<Turn, keyof TurnKey | 'try' | 'protocol'>;

/** What an endpoint's answer, or its silence, is worth before any model was asked about it. */
export function scoreOutcome(outcome: ModelOutcome, played: PlayedTurn): Scored {
  if (outcome.state === 'failed') {
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      ...scoreSilence(played),
    };
  }
  const worth = scoreAnswer(outcome, played, pending(played.scoring));
  return {
    reply: outcome.text,
    outcome: 'answered',
    error: undefined,
    latencyMs: outcome.elapsedMs,
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
