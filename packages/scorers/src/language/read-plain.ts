import { normalizeText } from '@fairtrial/contracts';
import { guessLanguage } from './language.ts';
import type { Language } from './languages.ts';
import { replaceNumberWords, type Word } from './number-words.ts';
import { mayNameWeekday } from './weekdays.ts';

/** Preprocessed text for facts and clauses: NFKC, lower case, number words replaced by digits. */
export interface PlainText {
  readonly text: string;
  readonly language: Language;
  /** False if the text names no weekday; used to skip the slow search for weekday names. */
  readonly hasWeekday: boolean;
}

/** Thousands separators that NFKC would turn into a space or that would end a number. */
const GROUPING = /(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g;
const ORDINALS = /[ºª]/g;
const WORD = /\p{L}+/gu;
const HALF_AN_HOUR =
  /(?<!\p{L})(?:half an hour|half hour|halben? stunde|demi-heure|media hora|mezz'ora|half uur|meia hora)(?!\p{L})/gu;

export function readPlain(whole: string): PlainText {
  const given = whole.replace(GROUPING, '').replace(ORDINALS, '');
  const plain = normalizeText(given, 'NFKC').toLowerCase();
  const text = plain.replaceAll('’', "'").replace(HALF_AN_HOUR, '30 min');
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) words.push({ text: word, at: index });
  const language = guessLanguage(words);
  const hasWeekday = words.some((word) => mayNameWeekday(word.text));
  return { text: replaceNumberWords(text, words, language), language, hasWeekday };
}
