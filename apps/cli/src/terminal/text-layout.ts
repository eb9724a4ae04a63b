import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** In terminal columns: wide characters count as two. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** Pads or truncates to exactly `width` columns. */
export function padText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const truncated = truncateText(text, width);
  const space = ' '.repeat(Math.max(0, width - textWidth(truncated)));
  return align === 'left' ? truncated + space : space + truncated;
}

/** Truncates to at most `width` columns; a longer text ends in an ellipsis. */
export function truncateText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let used = 1; // the ellipsis
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}

interface WrapOptions {
  readonly width: number;
  /** Prefix of every line except the first. */
  readonly indent: string;
}

/** Breaks a text into lines of at most `width` columns; a longer word stays whole. */
export function wrapText(text: string, { width, indent }: WrapOptions): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** Breaks a text into lines of at most `width` columns, after a space or a comma if there is one, else anywhere. */
export function breakText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/(?<=[ ,])/).flatMap((one) => splitText(one, width))) {
    if (line !== '' && textWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  return [...lines, line.trimEnd()];
}

/** Splits a text that is wider than `width` into pieces that are not. */
function splitText(text: string, width: number): readonly string[] {
  if (textWidth(text) <= width) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(text)) {
    if (textWidth(piece + segment) > width) {
      pieces.push(piece);
      piece = segment;
    } else piece += segment;
  }
  return [...pieces, piece];
}
