import { isOtherModel, type ModelOutcome } from '@fairtrial/models';
import type { Run } from '../../entities/run.ts';
import type { Turn, TurnKey } from '../../entities/turn.ts';
import { reportedCalls } from './reported-calls.ts';

const FAILED_REPLY = 'Request failed';

type Facts = Omit<Turn, keyof TurnKey | 'try' | 'protocol'>;

/** What is stored of the outcome of a call. */
export function toFacts({ plan }: Run, outcome: ModelOutcome): Facts {
  if (outcome.state === 'failed') {
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      sentMetadata: undefined,
      answeredBy: undefined,
      toolCalls: undefined,
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      flags: [],
    };
  }
  const { model } = outcome;
  const isOther = model !== undefined && isOtherModel(plan.modelId, model);
  return {
    reply: outcome.text,
    outcome: 'answered',
    error: undefined,
    sentMetadata: outcome.metadata,
    answeredBy: isOther ? model : undefined,
    toolCalls: reportedCalls(outcome, plan),
    latencyMs: outcome.elapsedMs,
    usage: outcome.usage,
    flags: outcome.flags,
  };
}
