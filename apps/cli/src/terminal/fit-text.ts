import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Exactly so many columns wide; what is longer ends in an ellipsis. */
export function fitText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutText(text, width);
  const space = ' '.repeat(Math.max(0, width - widthOf(cut)));
  return align === 'left' ? cut + space : space + cut;
}

/** At most so many columns wide. */
export function cutText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let cut = '';
  let used = 1; // of the ellipsis
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}
