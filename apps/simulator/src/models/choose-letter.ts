import { compareTexts, readText, tokenF1, type Text } from '@fairtrial/scorers';

/** Best first: the same facts, the same in other words, a part of them, something else. */
const CHOICES = ['C', 'E', 'A', 'D'] as const;
const CHOICE_THRESHOLDS = [0.9, 0.6, 0.35];
const SAME_THRESHOLD = 0.6;

/** Words that commit the assistant to something. */
const PROMISE =
  /\b(will|never|always|guarantee[ds]?|promise[ds]?|free|refund(ed)?|entitled|compensation)\b/i;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Returns the letter of a judge for a reply: D if it contradicts the reference in a number, a unit or a negation. If it
 * repeats the reference and adds sentences, F if one of those promises something, otherwise B. All else is decided by
 * `likeness`, from 0 to 1.
 */
export function chooseLetter(reply: Text, reference: Text, likeness: number): string {
  if (compareTexts(reply, reference).contradictions.length > 0) return 'D';
  const all = [...sentences.segment(reply.whole)].map(({ segment }) => segment);
  const added = all.filter((sentence) => isNew(sentence, reference));
  const rest = readText(all.filter((sentence) => !added.includes(sentence)).join(''));
  if (added.length > 0 && tokenF1(rest, reference) >= SAME_THRESHOLD) {
    return added.some((sentence) => PROMISE.test(sentence)) ? 'F' : 'B';
  }
  return CHOICES[CHOICE_THRESHOLDS.filter((threshold) => likeness < threshold).length] ?? 'D';
}

/** True if less than half of the words are in the reference. */
function isNew(sentence: string, reference: Text): boolean {
  const { tokens } = readText(sentence);
  const known = tokens.filter((word) => reference.positions.has(word));
  return known.length * 2 < tokens.length;
}
