import type { Random } from '../seeded-random.ts';

const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
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

/** Says the same in slightly other words; `strength` is the chance that a phrase is changed. */
export function paraphrase(text: string, strength: number, random: Random): string {
  return OTHER_WORDS.reduce(
    (said, [phrase, other]) => (random() < strength ? said.replace(phrase, other) : said),
    text,
  );
}
