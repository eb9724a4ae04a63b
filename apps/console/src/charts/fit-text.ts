/** About how wide a letter of a label is. */
const LETTER_PX = 6.7;

const SEGMENTS = new Intl.Segmenter('en');

/** Cuts a label to a width in pixels, by whole characters. */
export function fitText(text: string, width: number): string {
  const letters = Array.from(SEGMENTS.segment(text), ({ segment }) => segment);
  const most = Math.max(1, Math.floor(width / LETTER_PX));
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
