import type { ChatMessage } from '@assay/models';
import type { PlannedScenario, RunPlan } from '../../db/runs/run.ts';
import type { Turn } from '../../db/turns/turn.ts';

/** What is sent for the next turn: the system prompt, as much history as asked for, the message. */
export function conversation(
  { systemPrompt, history }: RunPlan,
  { interactions }: PlannedScenario,
  played: readonly Turn[],
): readonly ChatMessage[] {
  const next = played.length;
  const messages = interactions.slice(0, next + 1).flatMap((interaction, at): ChatMessage[] => {
    const user = { role: 'user', content: interaction.user_message } as const;
    if (at === next) return [user];
    if (history === 'none') return [];
    const reply = history === 'reference' ? interaction.reference_reply : replyOf(played[at]);
    return reply === undefined || reply === ''
      ? [user]
      : [user, { role: 'assistant', content: reply }];
  });
  const system: ChatMessage[] =
    systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }];
  return [...system, ...mergeUsers(messages)];
}

/** No assistant turn is invented for a request that failed. */
function replyOf(turn: Turn | undefined): string | undefined {
  return turn?.outcome === 'answered' ? turn.reply : undefined;
}

/** Strict chat templates refuse two user messages in a row. */
function mergeUsers(messages: readonly ChatMessage[]): readonly ChatMessage[] {
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
