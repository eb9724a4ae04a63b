import {
  Lexer,
  Tokenizer,
  type MarkedToken,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';

/** Text, or an element with children. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  /** As in HTML; `small` is the language of code. */
  readonly tag:
    | 'blockquote'
    | 'br'
    | 'code'
    | 'del'
    | 'em'
    | 'hr'
    | 'li'
    | 'ol'
    | 'p'
    | 'pre'
    | 'small'
    | 'strong'
    | 'table'
    | 'tbody'
    | 'td'
    | 'th'
    | 'thead'
    | 'tr'
    | 'ul';
  readonly children: readonly MarkdownNode[];
  /** The level of a heading. Its tag is `p`, because the text of a model is not part of the page's outline. */
  readonly level?: number;
  /** The number of the first item of an `ol`. */
  readonly start?: number;
  /** The alignment of a cell. */
  readonly align?: 'left' | 'center' | 'right';
}

const MAX_LENGTH = 50_000;
const MAX_DEPTH = 50;
/** The time that the lexer takes for such a run grows with the square of its length. */
const LONG_RUN = / {1000}|[?!.,:;*_'"~)]{1000}/;
/**
 * How many characters the lexer may read, with those that it reads again for each part of a line and each level of
 * nesting. 410 documents of up to 50,000 characters needed at most 600,000; hostile text of that length needs more than
 * 100 million.
 */
const MAX_READ = 5_000_000;
/** What a cell of a table counts as. */
const CELL = 100;

/**
 * Parses the Markdown of models: CommonMark with GitHub's tables, tasks and strikethrough; a line break stays one. The
 * input is untrusted: HTML, links and images become the text that they were written as. Returns `undefined` if the
 * text is too long, too nested or takes too long to parse.
 */
export function parseMarkdown(text: string): readonly MarkdownNode[] | undefined {
  if (text.length > MAX_LENGTH || LONG_RUN.test(text)) return undefined;
  const tokenizer = new CountingTokenizer();
  const lexer = new BoundedLexer({ gfm: true, breaks: true, tokenizer });
  try {
    return readTokens(lexer.lex(text), 0);
  } catch {
    return undefined;
  }
}

class BoundedLexer extends Lexer {
  #read = 0;

  /** Throws if the lexer has read too much. */
  count(characters: number): void {
    this.#read += characters;
    if (this.#read > MAX_READ) throw new RangeError('The text takes too long to parse.');
  }

  /** Called for the content of each quote and item of a list. */
  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): TokensList {
    this.count(source.length);
    return super.blockTokens(source, tokens, isClipped) as TokensList;
  }

  /** Called for each cell of a table too. A row without text has as many cells as the head. */
  override inline(source: string, tokens?: Token[]): Token[] {
    this.count(CELL);
    return super.inline(source, tokens);
  }
}

class CountingTokenizer extends Tokenizer {
  declare lexer: BoundedLexer;

  /** Called for each part of a line. */
  override escape(source: string): Tokens.Escape | undefined {
    this.lexer.count(source.length);
    return super.escape(source);
  }
}

function readTokens(tokens: readonly Token[], depth: number): readonly MarkdownNode[] {
  if (depth > MAX_DEPTH) throw new RangeError('The text is too nested.');
  return tokens.flatMap((token) => {
    const { type } = token as MarkedToken;
    return (READERS[type] as Reader<Token>)(token, depth + 1);
  });
}

type Reader<T> = (token: T, depth: number) => MarkdownNode | readonly MarkdownNode[];

const readRaw = ({ raw }: Token): string => raw;
const readRawBlock = ({ raw }: Token): MarkdownElement => ({ tag: 'p', children: [raw] });

function readAs(tag: MarkdownElement['tag']): Reader<{ readonly tokens: readonly Token[] }> {
  return ({ tokens }, depth) => ({ tag, children: readTokens(tokens, depth) });
}

const READERS: {
  readonly [Type in MarkedToken['type']]: Reader<Extract<MarkedToken, { type: Type }>>;
} = {
  blockquote: readAs('blockquote'),
  br: () => ({ tag: 'br', children: [] }),
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: readCode,
  codespan: ({ text }) => ({ tag: 'code', children: [text] }),
  def: readRawBlock,
  del: readAs('del'),
  em: readAs('em'),
  escape: ({ text }) => text,
  heading: ({ tokens, depth: level }, depth) => ({
    tag: 'p',
    level,
    children: readTokens(tokens, depth),
  }),
  hr: () => ({ tag: 'hr', children: [] }),
  html: (token) => (token.block ? readRawBlock(token) : token.raw),
  image: readRaw,
  link: readRaw,
  list: readList,
  list_item: readAs('li'),
  paragraph: readAs('p'),
  space: () => [],
  strong: readAs('strong'),
  table: readTable,
  text: ({ raw, tokens }, depth) => (tokens ? readTokens(tokens, depth) : decode(raw)),
};

function readList({ ordered, start, items }: Tokens.List, depth: number): MarkdownElement {
  const children = readTokens(items, depth);
  return ordered ? { tag: 'ol', start: Number(start), children } : { tag: 'ul', children };
}

function readCode({ lang = '', text }: Tokens.Code): MarkdownElement {
  const language: readonly MarkdownElement[] =
    lang === '' ? [] : [{ tag: 'small', children: [lang] }];
  return { tag: 'pre', children: [...language, text] };
}

function readTable({ raw, header, rows }: Tokens.Table, depth: number): MarkdownElement {
  // The lexer drops cells of a row that is longer than the head.
  const cells = [header, ...rows].flat().map(({ text }) => text);
  if (lettersOf(raw) !== lettersOf(cells.join(''))) return { tag: 'p', children: [raw] };
  const readRow = (row: readonly Tokens.TableCell[]): MarkdownElement => ({
    tag: 'tr',
    children: row.map(({ tokens, header: isHead, align }) => ({
      // A header cell without a name would name nothing.
      tag: isHead && tokens.length > 0 ? 'th' : 'td',
      ...(align && { align }),
      children: readTokens(tokens, depth),
    })),
  });
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [readRow(header)] },
      { tag: 'tbody', children: rows.map(readRow) },
    ],
  };
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const REFERENCE = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|amp|apos|gt|lt|nbsp|quot);/g;
const NAMED: Readonly<Record<string, number>> = {
  amp: 38,
  apos: 39,
  gt: 62,
  lt: 60,
  nbsp: 160,
  quot: 34,
};

/** Replaces character references: those with numbers, and the usual ones with names. */
function decode(text: string): string {
  return text.replaceAll(REFERENCE, (_, name: string) => {
    const code = NAMED[name] ?? Number(name.slice(1).toLowerCase().replace('x', '0x'));
    return String.fromCodePoint(code === 0 || code > 0x10_ff_ff ? 0xff_fd : code);
  });
}
