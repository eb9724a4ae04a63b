import type { ScenarioScript } from '../batch/batch-script.ts';
import { summed, type Conversation, type Imported } from './imported.ts';

interface Named extends Conversation {
  readonly id: string;
  readonly name?: string | undefined;
}

/**
 * Conversations as scenarios. A run has one system prompt: where the conversations differ in theirs, each gives its own
 * at the beginning of what the user says.
 */
export function fromConversations(all: readonly Named[], notes: readonly string[]): Imported {
  const prompts = new Set(all.map(({ system }) => system));
  const [common] = prompts;
  const isCommon = prompts.size === 1;
  const scenarios = all
    .filter(({ interactions }) => interactions.length > 0)
    .map(({ id, name, system, interactions }): ScenarioScript => {
      const [first, ...rest] = interactions;
      const opening =
        first && !isCommon && system !== undefined
          ? { ...first, user_message: `${system}\n\n${first.user_message}` }
          : first;
      return { id, ...(name ? { name } : {}), interactions: opening ? [opening, ...rest] : rest };
    });
  const own = isCommon
    ? []
    : ['system prompts differ, so each stands before the first message of its scenario'];
  const empty = all.length - scenarios.length;
  const lost = empty === 0 ? [] : [`${empty} without a message of the user left out`];
  return {
    scenarios,
    systemPrompt: isCommon ? common : undefined,
    notes: [...summed(notes), ...own, ...lost],
  };
}
