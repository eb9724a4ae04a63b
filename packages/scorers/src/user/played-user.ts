import type { Part } from '../structured-output/structured-prompt.ts';

/** A user that a model plays, and everything that the model is told about it. */
export interface PlayedUser {
  readonly goal: string;
  readonly persona?: string | undefined;
  readonly facts?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** A message of the user, or a reply to it. */
export interface UserMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Returns the blocks of a prompt that describe the user. */
export function userParts({ goal, persona, facts = {} }: PlayedUser): readonly Part[] {
  return [
    { name: 'goal', text: goal },
    ...(persona === undefined ? [] : [{ name: 'persona', text: persona }]),
    ...Object.entries(facts).map(([name, value], at) => ({
      name: `fact-${at + 1}`,
      text: `${name}: ${value}`,
    })),
  ];
}
