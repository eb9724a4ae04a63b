/** Default of `max_turns` of a simulated user. Browsers load this file: no zod here. */
export const DEFAULT_USER_TURNS = 8;

interface Conversation {
  readonly interactions?: readonly unknown[] | undefined;
  readonly user?: { readonly max_turns?: number | null | undefined } | null | undefined;
}

/** The number of turns of one attempt at a scenario; with a simulated user, the maximum. */
export function countScenarioTurns({ interactions = [], user }: Conversation): number {
  return interactions.length + (user ? (user.max_turns ?? DEFAULT_USER_TURNS) : 0);
}
