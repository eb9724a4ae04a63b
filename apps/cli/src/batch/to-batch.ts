import type { InteractionScript, ScenarioScript } from './batch-script.ts';

/** A conversation as somebody had it, or would. */
export interface Conversation {
  readonly system: string | undefined;
  readonly interactions: readonly InteractionScript[];
}

export interface NamedConversation extends Conversation {
  readonly id: string;
  readonly name?: string | undefined;
}

export interface Batch {
  readonly scenarios: readonly ScenarioScript[];
  /** Where all of them have the same. */
  readonly systemPrompt: string | undefined;
  /** What was not taken as it is, in words. */
  readonly notes: readonly string[];
}

/**
 * Conversations as scenarios. A run has one system prompt: where the conversations differ in theirs, each gives its own
 * at the beginning of what the user says.
 */
export function toBatch(all: readonly NamedConversation[]): Batch {
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
    notes: [...own, ...lost],
  };
}
