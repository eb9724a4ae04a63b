/** A part of a text: marked if a judge quoted it. */
export interface MarkedPart {
  readonly text: string;
  /** Positions of the quotes in the list that was given; empty if the part is not quoted. */
  readonly quotes: readonly number[];
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly quotes: readonly number[];
}

/**
 * Splits a text at the quotes that it contains, at their first occurrence. Overlapping quotes become one part. Quotes
 * match as in the service: case, spacing, typographic signs and emphasis do not matter.
 */
export function markQuotes(text: string, quotes: readonly string[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const { start, end, quotes: found } of findRanges(text, quotes)) {
    if (start > from) parts.push({ text: text.slice(from, start), quotes: [] });
    parts.push({ text: text.slice(start, end), quotes: found });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), quotes: [] });
  return parts;
}

/** The quoted ranges of a text in order; overlapping ones are merged. */
function findRanges(text: string, quotes: readonly string[]): readonly Range[] {
  if (quotes.length === 0) return [];
  const folded = foldText(text);
  const found = quotes
    .flatMap((quote, at) => findQuote(folded, quote, at))
    .toSorted((a, b) => a.start - b.start);
  const merged: Range[] = [];
  for (const range of found) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else merged[merged.length - 1] = merge(last, range);
  }
  return merged;
}

function merge(first: Range, second: Range): Range {
  const { start, end, quotes } = first;
  return { start, end: Math.max(end, second.end), quotes: [...quotes, ...second.quotes] };
}

function findQuote(text: FoldedText, quote: string, at: number): readonly Range[] {
  const wanted = foldText(quote).text.trim();
  const index = wanted === '' ? -1 : text.text.indexOf(wanted);
  const first = text.sources[index];
  const last = text.sources[index + wanted.length - 1];
  if (first === undefined || last === undefined) return [];
  return [{ start: first.start, end: last.end, quotes: [at] }];
}

interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: the characters of the original that it was made from. */
  readonly sources: readonly { readonly start: number; readonly end: number }[];
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Folds a text character by character, so that a match can be shown in the original. */
function foldText(text: string): FoldedText {
  let folded = '';
  const sources: FoldedText['sources'][number][] = [];
  for (const { segment, index: start } of SEGMENTER.segment(text)) {
    for (const unit of foldCharacter(segment).split('')) {
      if (unit === ' ' && folded.endsWith(' ')) continue;
      folded += unit;
      sources.push({ start, end: start + segment.length });
    }
  }
  return { text: folded, sources };
}

const SINGLE_QUOTES = /[\u2018-\u201B\u2032\u2039\u203A\u00B4]/g;
const DOUBLE_QUOTES = /[\u201C-\u201F\u2033\u00AB\u00BB]/g;
const DASHES = /[\p{Pd}\u2212]/gu;
/** Markdown emphasis and code, and invisible characters. */
const UNREAD = /[*_`~\p{Cf}]/gu;

function foldCharacter(character: string): string {
  return character
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(DASHES, '-')
    .replace(UNREAD, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ');
}
