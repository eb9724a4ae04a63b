import type { ComparisonVerdict } from '@assay/contracts';
import type { Style } from '../terminal/format-table.ts';
import type { Colors } from '../terminal/open-terminal.ts';

type Word = ComparisonVerdict['result'];

/** Status is a sign, a word and a colour: each is enough by itself. */
export const VERDICT_SIGNS: Readonly<Record<Word, string>> = {
  regressed: '▼',
  improved: '▲',
  same: ' ',
  inconclusive: '?',
};

export function verdictStyle(word: Word | undefined, colors: Colors): Style {
  if (word === 'regressed') return colors.red;
  if (word === 'improved') return colors.green;
  return colors.dim;
}
