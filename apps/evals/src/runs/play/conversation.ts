import type { ChatMessage } from '@fairtrial/models';
import {
  interactionAt,
  isSimulatedTurn,
  type PlannedScenario,
  type RunPlan,
} from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';

/**
 * The messages of the next turn: the system prompt, the history as configured in the plan, and the user message, which is
 * `userMessage` if a model plays the user.
 */
// oxlint-disable-next-line max-params
export function buildConversation(
  { systemPrompt, history }: RunPlan,
  scenario: PlannedScenario,
  played: readonly Turn[],
  userMessage?: string,
): readonly ChatMessage[] {
  const next = played.length;
  const said = [...played.map((turn) => turn.userMessage), userMessage];
  const messages = said.flatMap((simulated, at): ChatMessage[] => {
    const interaction = interactionAt(scenario, { turnNo: at, userMessage: simulated });
    if (interaction === undefined) return [];
    const user = { role: 'user', content: interaction.user_message } as const;
    if (at === next) return [user];
    if (history === 'none') return [];
    const isReference = history === 'reference' && !isSimulatedTurn(scenario, at);
    const reply = isReference ? interaction.reference_reply : answeredReply(played[at]);
    return reply === undefined || reply === ''
      ? [user]
      : [user, { role: 'assistant', content: reply }];
  });
  const system: ChatMessage[] =
    systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }];
  return [...system, ...mergeUserMessages(messages)];
}

/**
 * The messages that the endpoint knew when it replied, to grade its reply. An endpoint with a session knows
 * the earlier turns although they are not sent again.
 */
// oxlint-disable-next-line max-params
export function buildKnownConversation(
  plan: RunPlan,
  scenario: PlannedScenario,
  played: readonly Turn[],
  userMessage?: string,
): readonly ChatMessage[] {
  const history = plan.target?.session === undefined ? plan.history : 'live';
  return buildConversation({ ...plan, history }, scenario, played, userMessage);
}

/** `undefined` for a failed request: its placeholder reply is not sent as history. */
function answeredReply(turn: Turn | undefined): string | undefined {
  return turn?.outcome === 'answered' ? turn.reply : undefined;
}

/** Strict chat templates reject two consecutive user messages. */
function mergeUserMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const merged: ChatMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      merged[merged.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` };
    } else {
      merged.push(message);
    }
  }
  return merged;
}
