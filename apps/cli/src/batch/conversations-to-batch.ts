/** A batch as `assay import` and `assay record` write it to a file. */
export interface BatchJson {
  readonly test_name: string;
  readonly system_prompt?: string | undefined;
  readonly test_batch: readonly ScenarioJson[];
}

export interface ScenarioJson {
  readonly id: string;
  readonly name?: string;
  readonly interactions: readonly InteractionJson[];
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
  readonly id: string;
  readonly name?: string | undefined;
}

export interface ConvertedBatch {
  readonly scenarios: readonly ScenarioJson[];
  /** Set if all conversations have the same system prompt. */
  readonly systemPrompt: string | undefined;
  /** Everything that was changed or left out, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Turns each conversation into a scenario. A run has one system prompt: if those of the conversations differ, each is
 * put before the first user message of its scenario.
 */
export function conversationsToBatch(
  all: readonly NamedConversation[],
  notes: readonly string[] = [],
): ConvertedBatch {
  const prompts = new Set(all.map(({ system }) => system));
  const [common] = prompts;
  const isCommon = prompts.size === 1;
  const scenarios = all
    .filter(({ interactions }) => interactions.length > 0)
    .map(({ id, name, system, interactions }): ScenarioJson => {
      const [first, ...rest] = interactions;
      const opening =
        first && !isCommon && system !== undefined
          ? { ...first, user_message: `${system}\n\n${first.user_message}` }
          : first;
      return { id, ...(name ? { name } : {}), interactions: opening ? [opening, ...rest] : rest };
    });
  const promptNotes = isCommon
    ? []
    : ['system prompts differ, so each was put before the first message of its scenario'];
  const empty = all.length - scenarios.length;
  const emptyNotes = empty === 0 ? [] : [`${empty} without a user message left out`];
  return {
    scenarios,
    systemPrompt: isCommon ? common : undefined,
    notes: [...countRepeated(notes), ...promptNotes, ...emptyNotes],
  };
}

/** Removes duplicate notes and appends how often each occurred. */
function countRepeated(notes: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].map(([note, n]) => (n === 1 ? note : `${note} (${n} times)`));
}
