/** A batch as `fairtrial import` and `fairtrial record` write it to a file. */
export interface BatchJson {
  readonly test_name: string;
  readonly system_prompt?: string | undefined;
  readonly test_batch: readonly ScenarioJson[];
}

export interface ScenarioJson {
  readonly id?: string;
  readonly name?: string;
  readonly interactions: readonly InteractionJson[];
  readonly [other: string]: unknown;
}

export interface InteractionJson {
  readonly id?: string;
  readonly user_message: string;
  readonly reference_reply?: string;
  readonly interaction_type?: string;
  readonly reference_metadata?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
}

/** A conversation that was imported or recorded. */
export interface Conversation {
  readonly system: string | undefined;
  readonly interactions: readonly InteractionJson[];
}

export interface NamedConversation extends Conversation {
  /** Absent if the source has none. */
  readonly id?: string | undefined;
  /** The place in the source, such as `line-3`. */
  readonly position?: string;
  readonly name?: string | undefined;
  /** Further fields of the scenario. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

interface ConvertedBatch {
  readonly scenarios: readonly ScenarioJson[];
  /** Set if all conversations have the same system prompt. */
  readonly systemPrompt: string | undefined;
  /** True if each system prompt was put before the first message of its scenario. */
  readonly hasOwnPrompts: boolean;
}

/**
 * Turns each conversation into a scenario. A run has one system prompt: if those of the conversations differ, each is
 * put before the first user message of its scenario. Conversations without a user message are left out.
 */
export function conversationsToBatch(all: readonly NamedConversation[]): ConvertedBatch {
  const asked = all.filter(({ interactions }) => interactions.length > 0);
  const prompts = new Set(asked.map(({ system }) => system));
  const [common] = prompts;
  const hasOwnPrompts = prompts.size > 1;
  const scenarios = asked.map(({ id, name, system, interactions, fields }): ScenarioJson => {
    const [first, ...rest] = interactions;
    const opening =
      first && hasOwnPrompts && system !== undefined
        ? { ...first, user_message: `${system}\n\n${first.user_message}` }
        : first;
    return {
      ...(id === undefined ? {} : { id }),
      ...(name ? { name } : {}),
      ...fields,
      interactions: opening ? [opening, ...rest] : rest,
    };
  });
  return { scenarios, systemPrompt: hasOwnPrompts ? undefined : common, hasOwnPrompts };
}
