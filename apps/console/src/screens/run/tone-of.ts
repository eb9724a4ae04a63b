import type { ComparisonVerdict } from '@assay/contracts';
import type { Tone } from '../../parts/tile.tsx';

/** Red and green are for what is beyond noise. */
export function toneOf(word: ComparisonVerdict['result'] | undefined): Tone {
  if (word === 'regressed') return 'bad';
  return word === 'improved' ? 'ok' : 'plain';
}
