import type { Check, CheckResult, ConversationResult, InteractionResult } from '@assay/contracts';
import type { AttemptScore } from '../../db/grading/attempt-scores.ts';
import type { PlannedInteraction, PlannedScenario } from '../../db/runs/run.ts';
import type { Turn, TurnCheck } from '../../db/turns/turn.ts';
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
    checks: toCheckResults(interaction.checks ?? [], turn.checks),
    passed: turn.passed ?? null,
    flags: [...turn.flags],
  };
}

/** The result of the checks of a whole conversation as the API shows it. */
export function toConversation(
  { checks = [] }: PlannedScenario,
  score: AttemptScore,
): ConversationResult {
  return {
    checks: toCheckResults(checks, score.checks),
    scores: roundScores(score.scores),
    passed: score.passed,
  };
}

/** The posted checks with their results. */
function toCheckResults(checks: readonly Check[], results: readonly TurnCheck[]): CheckResult[] {
  return results.map(
    ({ type: _type, ...result }, at) => ({ ...checks[at], ...result }) as CheckResult,
  );
}
