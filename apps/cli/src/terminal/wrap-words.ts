import { widthOf } from './fit-text.ts';

interface WrapOptions {
  readonly width: number;
  /** In front of every line but the first. */
  readonly indent: string;
}

/** One text in lines that fit; a word longer than a line stays whole. */
export function wrapWords(text: string, { width, indent }: WrapOptions): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}
