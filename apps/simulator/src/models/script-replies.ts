import type { Script, KnownExchange } from '../load-script.ts';
import type { SimReply } from './sim-model.ts';
import type { Random } from '@fairtrial/statistics';

/**
 * Finds the exchange whose user message equals the message, or is its end: a caller may merge two messages into one.
 */
export function findExchange(script: Script, message: string): KnownExchange | undefined {
  const said = message.trim();
  return (
    script.find(({ userMessage }) => userMessage.trim() === said) ??
    script.find(({ userMessage }) => said.endsWith(userMessage.trim()))
  );
}

/** The reply to a message that the model does not know. */
export const genericReply: SimReply = {
  content:
    'Thank you for your message. I am a simulated model and know only the sample conversations; ask me something from one of them.',
};

const REPHRASINGS: readonly (readonly [RegExp, string])[] = [
  [/\bstraight away\b/g, 'right away'],
  [/\bI have\b/g, "I've"],
  [/\bI am\b/g, "I'm"],
  [/\bYou will\b/g, "You'll"],
  [/\bthat is\b/g, "that's"],
  [/\bit is\b/g, "it's"],
  [/\bdo not\b/g, "don't"],
  [/\bcannot\b/g, "can't"],
  [/\bPlease\b/g, 'Kindly'],
  [/\bThank you\b/g, 'Thanks'],
  [/\bYes\b/g, 'Certainly'],
  [/\bnow\b/g, 'at this moment'],
  [/\bwithin\b/g, 'in'],
  [/\babout\b/g, 'roughly'],
  [/\bGuten Tag\b/g, 'Hallo'],
  [/\bbitte\b/g, 'gern'],
];

/** Rephrases a text slightly; `strength` is the probability that a phrase is changed. */
export function paraphrase(text: string, strength: number, random: Random): string {
  return REPHRASINGS.reduce(
    (said, [phrase, other]) => (random() < strength ? said.replace(phrase, other) : said),
    text,
  );
}
