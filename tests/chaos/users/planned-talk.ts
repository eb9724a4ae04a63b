import { echoedMessage } from '../post-run.ts';

/** A conversation of the run: scenario and attempt. */
export interface Place {
  readonly scenario: number;
  readonly attempt: number;
}

export const MAX_USER_TURNS = 6;
/** A spoiled attempt is played again up to this many times. */
const MAX_REPLAYS = 2;

/** In a message of a user that makes a fault. */
export const SPOILED = 'Never mind, I want something else.';

/** Number of scripted messages at the beginning of a scenario. */
export function countScripted(scenario: number): number {
  return scenario % 2;
}

/** The number of the user's message that is its last one; larger than the maximum in some conversations. */
export function lastMessageNo({ scenario, attempt }: Place): number {
  return 1 + ((attempt + 3 * scenario) % (MAX_USER_TURNS + 2));
}

/** Number of turns of a conversation. */
export function countPlayed(place: Place): number {
  return countScripted(place.scenario) + Math.min(lastMessageNo(place), MAX_USER_TURNS);
}

/** How often an attempt is played again: most never, some once, and some as often as allowed. */
export function countReplays({ attempt }: Place): number {
  if (attempt % 10 !== 3) return 0;
  return attempt % 20 === 3 ? 1 : MAX_REPLAYS;
}

/** True if the user spoils this try. The attempts that are played again most often are spoiled every time. */
export function isSpoiled(place: Place, tries: number): boolean {
  const replays = countReplays(place);
  return replays === MAX_REPLAYS || tries < replays;
}

export function createUserRunBody(
  endpoint: string,
  batch: { readonly scenarios: number; readonly attempts: number; readonly concurrency: number },
): string {
  const test_batch = Array.from({ length: batch.scenarios }, (_, scenario) => ({
    id: `scenario-${scenario}`,
    interactions: Array.from({ length: countScripted(scenario) }, (__, turn) => ({
      user_message: echoedMessage(scenario, turn),
    })),
    user: {
      goal: `Get the answer of scenario ${scenario}.`,
      facts: { scenario },
      max_turns: MAX_USER_TURNS,
    },
  }));
  return JSON.stringify({
    test_batch,
    endpoint,
    model_id: 'talk/endpoint',
    attempts: batch.attempts,
    concurrency: batch.concurrency,
    test_name: 'chaos',
  });
}
