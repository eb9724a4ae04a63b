import { countItems, countOverlap } from './count-overlap.ts';
import { tokenise } from './tokenise.ts';

/** F1 of the shared words, as multisets: saying a word twice is not saying two words. */
export function tokenF1(reply: string, reference: string): number {
  const said = tokenise(reply);
  const expected = tokenise(reference);
  if (said.length === 0 && expected.length === 0) return 1;
  return (
    (2 * countOverlap(countItems(said), countItems(expected))) / (said.length + expected.length)
  );
}
