import type {
  Check,
  CheckResult,
  ConversationResult,
  InteractionResult,
  ToolCall,
} from '@fairtrial/contracts';
import { alignToolCalls } from '@fairtrial/scorers';
import type { PlannedInteraction, PlannedScenario, RunPlan } from '../../entities/run.ts';
import type { GradedConversation, GradedTurn, TurnCheck } from '../../entities/turn.ts';
import { callsOfConversation, callsOfTurn } from '../play/reported-calls.ts';
import { roundScores } from '../summary/rounding.ts';

/** A turn as the API shows it: the posted interaction with the reply and its scores. */
export function toInteraction(
  interaction: PlannedInteraction,
  turn: GradedTurn,
  plan: RunPlan,
): InteractionResult {
  const { toolCalls } = callsOfTurn(turn, plan);
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
    checks: toCheckResults(interaction.checks ?? [], turn.checks, toolCalls),
    passed: turn.passed ?? null,
    flags: [...turn.flags],
  };
}

/** True if the result of a scenario's conversation lists the tool calls of all its turns. */
export function showsCalls({ checks = [] }: PlannedScenario): boolean {
  return checks.some((check) => 'tools' in check);
}

/**
 * The result of the checks of a whole conversation as the API shows it. `turns` are all turns of the attempt; they are
 * only needed if `showsCalls`. Without turns, the result does not list calls.
 */
export function toConversation(
  plan: RunPlan,
  conversation: GradedConversation,
  turns: readonly Pick<GradedTurn, 'toolCalls' | 'flags'>[],
): ConversationResult {
  const { checks = [] } = plan.scenarios[conversation.scenarioNo] ?? {};
  const { toolCalls } = callsOfConversation(turns, plan);
  return {
    checks: toCheckResults(checks, conversation.checks, toolCalls),
    scores: roundScores(conversation.scores),
    passed: conversation.passed,
    ...(conversation.user && { user: conversation.user }),
  };
}

/** The posted checks with their results. The alignment of tool calls is not stored, because it repeats the calls. */
function toCheckResults(
  checks: readonly Check[],
  results: readonly TurnCheck[],
  toolCalls: readonly ToolCall[] | undefined,
): CheckResult[] {
  return results.map(({ type: _type, ...result }, at) => {
    const check = checks[at];
    const isAligned = check && 'tools' in check && result.passed !== null && toolCalls;
    return {
      ...check,
      ...result,
      ...(isAligned && showAlignment(check, toolCalls)),
    } as CheckResult;
  });
}

function showAlignment(
  check: Extract<Check, { tools: unknown }>,
  toolCalls: readonly ToolCall[],
): Pick<CheckResult, 'calls' | 'calls_left_out'> {
  const { rows, leftOut } = alignToolCalls(check, toolCalls);
  const calls = rows.map((row) => ({ ...row, made: row.made && shortenArguments(row.made) }));
  return { calls, calls_left_out: leftOut };
}

const MAX_ARGUMENTS_LENGTH = 2000;

/** Each check repeats the calls, which can have 16 kB of arguments. */
function shortenArguments(call: ToolCall): ToolCall {
  const { arguments: given } = call;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  if (text.length <= MAX_ARGUMENTS_LENGTH) return call;
  return { ...call, arguments: `${text.slice(0, MAX_ARGUMENTS_LENGTH)}…` };
}
