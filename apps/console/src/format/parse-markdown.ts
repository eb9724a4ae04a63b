/** A part of a line: plain, bold, italic or code. */
export interface Inline {
  readonly style: 'plain' | 'bold' | 'italic' | 'code';
  readonly text: string;
}

/** `start` is the number of the first item; `undefined` for bullets. */
export type Block =
  | { readonly kind: 'paragraph' | 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

const FENCE = /^\s{0,3}(```|~~~)/;
const HEADING = /^(#{1,6}) (.*)$/;
const BULLET = /^\s{0,6}[-*+] (.*)$/;
const NUMBERED = /^\s{0,6}\d{1,9}[.)] (.*)$/;
const QUOTE = /^> ?(.*)$/;
const TABLE_ROW = /^\|.*\|\s*$/;
const TABLE_RULE = /^\|[-:| ]+\|\s*$/;

/**
 * Parses the Markdown that models write: headings, lists, quotes, code, tables and paragraphs. Everything else stays
 * plain text: the input is untrusted, so HTML is text, and links and images are never followed or loaded.
 */
export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = readBlock(lines, at);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface ReadBlock {
  readonly block: Block | undefined;
  /** The first line after the block. */
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number): ReadBlock {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return readCode(lines, at, fence);
  const heading = HEADING.exec(line);
  if (heading) {
    const [, marks = '', text = ''] = heading;
    return { block: { kind: 'heading', level: marks.length, text }, next: at + 1 };
  }
  if (TABLE_ROW.test(line) && TABLE_RULE.test(lines[at + 1] ?? '')) return readTable(lines, at);
  return readList(lines, at) ?? readParagraph(lines, at);
}

/** A list or quote: consecutive lines with the same marker. */
function readList(lines: readonly string[], at: number): ReadBlock | undefined {
  const bullets = takeWhile(lines, at, BULLET);
  const numbered = takeWhile(lines, at, NUMBERED);
  const quoted = takeWhile(lines, at, QUOTE);
  const next = at + bullets.length + numbered.length + quoted.length;
  if (bullets.length > 0)
    return { block: { kind: 'list', start: undefined, items: bullets }, next };
  if (numbered.length > 0)
    return {
      block: { kind: 'list', start: Number.parseInt(lines[at] ?? '', 10), items: numbered },
      next,
    };
  return quoted.length > 0 ? { block: { kind: 'quote', lines: quoted }, next } : undefined;
}

/** The texts of consecutive lines that match. */
function takeWhile(lines: readonly string[], from: number, pattern: RegExp): readonly string[] {
  const found: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const match = pattern.exec(lines[at] ?? '');
    if (match === null) break;
    found.push(match[1] ?? '');
  }
  return found;
}

/** An unclosed fence extends to the end of the text. */
function readCode(lines: readonly string[], at: number, fence: string): ReadBlock {
  let last = at + 1;
  while (last < lines.length && lines[last]?.trim() !== fence) last += 1;
  return { block: { kind: 'code', text: lines.slice(at + 1, last).join('\n') }, next: last + 1 };
}

function readTable(lines: readonly string[], at: number): ReadBlock {
  let next = at;
  while (TABLE_ROW.test(lines[next] ?? '')) next += 1;
  const rows = lines.slice(at, next).filter((_, no) => no !== 1);
  const cells = rows.map((row) =>
    row
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return { block: { kind: 'table', rows: cells }, next };
}

const BEGINS_BLOCK = [FENCE, HEADING, BULLET, NUMBERED, QUOTE];

function readParagraph(lines: readonly string[], at: number): ReadBlock {
  let next = at + 1;
  while (next < lines.length) {
    const line = lines[next] ?? '';
    if (line.trim() === '' || BEGINS_BLOCK.some((pattern) => pattern.test(line))) break;
    next += 1;
  }
  return { block: { kind: 'paragraph', lines: lines.slice(at, next) }, next };
}

const INLINE =
  /`([^`]+)`|\*\*([^*\s][^*]*)\*\*|__([^_\s][^_]*)__|(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])|(?<![\w_])_([^_\s][^_]*)_(?![\w_])/g;
/** Longer lines are shown as plain text, because matching the inline pattern would take too long. */
const MAX_LINE = 5000;

export function parseInline(text: string): readonly Inline[] {
  if (text.length > MAX_LINE) return [{ style: 'plain', text }];
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) parts.push({ style: 'plain', text: text.slice(from, match.index) });
    const [whole, code, bold, boldToo, italic, italicToo] = match;
    if (code !== undefined) parts.push({ style: 'code', text: code });
    else if ((bold ?? boldToo) !== undefined)
      parts.push({ style: 'bold', text: bold ?? boldToo ?? '' });
    else parts.push({ style: 'italic', text: italic ?? italicToo ?? '' });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ style: 'plain', text: text.slice(from) });
  return parts;
}
