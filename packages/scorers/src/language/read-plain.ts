import { guessLanguage } from './language.ts';
import type { Language } from './languages.ts';
import { replaceNumberWords, type Word } from './number-words.ts';
import { mayNameWeekday } from './weekdays.ts';

/** A text as facts and clauses are read from it: NFKC, in lower case, with number words as digits. */
export interface PlainText {
  readonly text: string;
  readonly language: Language;
  /** Whether it may name a weekday: to look for their names takes long. */
  readonly hasWeekday: boolean;
}

/** Separators of thousands that NFKC would make a space, or that would end a number. */
const GROUPING = /(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g;
const ORDINALS = /[ºª]/g;
const WORD = /\p{L}+/gu;
const HALF_AN_HOUR =
  /(?<!\p{L})(?:half an hour|half hour|halben? stunde|demi-heure|media hora|mezz'ora|half uur|meia hora)(?!\p{L})/gu;

export function readPlain(whole: string): PlainText {
  const plain = whole.replace(GROUPING, '').replace(ORDINALS, '').normalize('NFKC').toLowerCase();
  const text = plain.replaceAll('’', "'").replace(HALF_AN_HOUR, '30 min');
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) words.push({ text: word, at: index });
  const language = guessLanguage(words);
  const hasWeekday = words.some((word) => mayNameWeekday(word.text));
  return { text: replaceNumberWords(text, words, language), language, hasWeekday };
}
