import type { ModelOutcome } from '@assay/models';
import { scoreFailure, scoreReply } from '@assay/scorers';
import type { PlannedScenario } from '../db/run.ts';
import type { AttemptKey, Turn } from '../db/turn.ts';
import { annotate } from './annotate.ts';

const FAILED_REPLY = 'Request failed';

type Scored = Omit<Turn, keyof AttemptKey | 'turnNo' | 'protocol'>;

/** What an endpoint's answer, or its silence, is worth. */
export function scoreOutcome(
  outcome: ModelOutcome,
  scenario: PlannedScenario,
  turnNo: number,
): Scored {
  const interaction = scenario.interactions[turnNo];
  if (interaction === undefined) throw new Error(`scenario ${scenario.id} has no turn ${turnNo}`);
  if (outcome.state === 'failed') {
    return {
      reply: FAILED_REPLY,
      outcome: 'endpoint_failed',
      error: outcome.error,
      generatedMetadata: {},
      metadataSource: undefined,
      scores: scoreFailure(interaction),
      scoreDetails: {},
      latencyMs: outcome.error.elapsed_ms,
      usage: undefined,
      flags: [],
    };
  }
  const { metadata, source } = annotate(outcome, interaction, scenario);
  const reply = { text: outcome.text, metadata: source === undefined ? undefined : metadata };
  const { scores, details } = scoreReply(reply, interaction);
  return {
    reply: outcome.text,
    outcome: 'answered',
    error: undefined,
    generatedMetadata: metadata,
    metadataSource: source,
    scores,
    scoreDetails: details,
    latencyMs: outcome.elapsedMs,
    usage: outcome.usage,
    flags: outcome.flags,
  };
}
