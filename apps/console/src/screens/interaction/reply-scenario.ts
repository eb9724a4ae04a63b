type Fields = Readonly<Record<string, unknown>>;

interface PostedScenario extends Fields {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly interactions: readonly Fields[];
}

/** A turn as it was played. */
export interface PlayedReply {
  readonly message: string;
  /** Empty if the request failed. */
  readonly reply: string;
}

/** Set by the service in results; not part of a scenario. The ids belong to the interactions of the run. */
const RESULT_FIELDS: ReadonlySet<string> = new Set(['agent_reply', 'generated_metadata', 'id']);

/**
 * The conversation up to the last of the replies, with the replies as references. The messages of a simulated user
 * become scripted ones. The scenario gets a new id: it can be added to the dataset that it came from. What the service
 * filled in is left out.
 */
export function toReplyScenario(scenario: PostedScenario, played: readonly PlayedReply[]): Fields {
  const { id, name, description, user: _user, ...rest } = scenario;
  const interactions = played.map(({ message, reply }, turn) => {
    const interaction = scenario.interactions[turn] ?? { user_message: message };
    const posted = Object.entries(interaction).filter(
      ([field, value]) => !RESULT_FIELDS.has(field) && !isFilledIn(field, value, turn),
    );
    return { ...Object.fromEntries(posted), ...(reply !== '' && { reference_reply: reply }) };
  });
  const title = name ?? id;
  return {
    ...(title !== undefined && { name: title }),
    ...(description && { description }),
    ...rest,
    interactions,
  };
}

/** True for values that the service gives to fields that were not posted. */
function isFilledIn(field: string, value: unknown, turn: number): boolean {
  if (field === 'interaction_type') return value === (turn === 0 ? 'opening' : 'development');
  return field === 'reference_metadata' && JSON.stringify(value) === '{}';
}
