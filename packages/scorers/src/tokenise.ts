import { normalise } from './normalise.ts';

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text, in scripts without spaces too. */
export function tokenise(text: string): readonly string[] {
  return [...words.segment(normalise(text))]
    .filter((segment) => segment.isWordLike)
    .map((segment) => segment.segment);
}
