import type { ComparisonVerdict } from '@assay/contracts';
import { html, type Html } from './html.ts';

type Word = ComparisonVerdict['result'];

/** Status is a glyph, a word and a colour: any one of them is enough. */
const GLYPHS: Readonly<Record<Word, string>> = {
  regressed: '▼',
  improved: '▲',
  same: '=',
  inconclusive: '?',
};
const TONES: Readonly<Record<Word, string>> = {
  regressed: 'bad',
  improved: 'good',
  same: 'calm',
  inconclusive: 'calm',
};

export function toneOf(word: Word | undefined): string {
  return word === undefined ? 'calm' : TONES[word];
}

export function verdict(word: Word | undefined): Html {
  if (word === undefined) return html`<span class="calm">–</span>`;
  return html`<span class="${TONES[word]}">${GLYPHS[word]} ${word}</span>`;
}
