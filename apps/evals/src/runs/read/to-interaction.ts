import type { InteractionResult } from '@assay/contracts';
import type { PlannedInteraction } from '../../db/runs/run.ts';
import type { Turn } from '../../db/turns/turn.ts';
import { roundScores } from '../summary/rounding.ts';

/** A turn as the API shows it: the posted interaction with the reply and its scores. */
export function toInteraction(interaction: PlannedInteraction, turn: Turn): InteractionResult {
  return {
    ...interaction.extra,
    id: interaction.id,
    user_message: interaction.user_message,
    agent_reply: turn.reply,
    reference_reply: interaction.reference_reply,
    interaction_type: interaction.interaction_type,
    reference_metadata: interaction.reference_metadata,
    generated_metadata: turn.generatedMetadata,
    scores: roundScores(turn.scores),
    score_details: turn.scoreDetails,
    outcome: turn.outcome,
    error: turn.error ?? null,
    latency_ms: turn.latencyMs,
    usage: turn.usage ?? null,
    metadata_source: turn.metadataSource ?? null,
    tool_calls: turn.toolCalls ? [...turn.toolCalls] : null,
    checks: turn.checks.map(({ passed, detail }, at) => ({
      ...interaction.checks?.[at],
      passed,
      detail,
    })),
    passed: turn.passed ?? null,
    flags: [...turn.flags],
  };
}
