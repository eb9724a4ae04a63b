/** Approximate width of a letter of a label. */
const LETTER_PX = 6.7;

const SEGMENTS = new Intl.Segmenter('en');

/** Truncates a label to a width in pixels, by whole graphemes. */
export function fitText(text: string, width: number): string {
  const letters = Array.from(SEGMENTS.segment(text), ({ segment }) => segment);
  const most = Math.max(1, Math.floor(width / LETTER_PX));
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
