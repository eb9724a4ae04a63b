import { isCardNumber, isIban, isSsn } from './checksums.ts';

interface NumberRule {
  readonly name: string;
  /** Every quantifier has an upper bound, so that all patterns together take linear time. */
  readonly pattern: RegExp;
  /** True if the text without separators is such a number. */
  readonly isValid?: (compact: string) => boolean;
}

/** The order matters: part of an IBAN would match as a card number, and some numbers as a phone number. */
const RULES: readonly NumberRule[] = [
  {
    name: 'iban',
    pattern: startingWord(/[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}\b/),
    isValid: isIban,
  },
  { name: 'ssn', pattern: startingWord(/\d{3}-\d{2}-\d{4}\b/), isValid: isSsn },
  {
    name: 'ssn',
    pattern:
      /(?<=\b(?:ssn|social security(?: number| no\.?)?)(?: is|:)?\s{1,2})\d{3} ?\d{2} ?\d{4}\b/gi,
    isValid: isSsn,
  },
  { name: 'card', pattern: startingWord(/\d(?:[ -]?\d){12,18}\b/), isValid: isCardNumber },
  {
    name: 'phone',
    pattern:
      /(?:\+|\b00)\d{1,3}(?:[ ./()-]{0,2}\d){6,13}\b|\(?\b0\d{1,4}\)?(?:[ ./-]?\d){6,10}\b|\(\d{3}\) ?\d{3}-\d{4}\b|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/g,
  },
];

/** UUIDs, dates and fractions: their digits would match as phone or card numbers. */
const HARMLESS =
  /(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)|\b\d{2}[./-]\d{2}[./-](?:19|20)\d{2}\b|\b\d\.\d{5,40}(?![\d.]))/i;

/** Replaces bank account, card, phone and social security numbers. */
export function redactNumbers(
  text: string,
  placeholder: (name: string, found: string) => string,
): string {
  const pieces = text.split(HARMLESS).map((piece, at) => {
    if (at % 2 === 1) return piece;
    return RULES.reduce((left, rule) => replace(left, rule, placeholder), piece);
  });
  return pieces.join('');
}

function replace(
  text: string,
  { name, pattern, isValid = () => true }: NumberRule,
  placeholder: (name: string, found: string) => string,
): string {
  const pieces: string[] = [];
  let written = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const found = longestValid(match[0], isValid);
    // Another number can start inside an invalid match.
    pattern.lastIndex = match.index + (found?.length ?? 1);
    if (found === undefined) continue;
    pieces.push(text.slice(written, match.index), placeholder(name, found));
    written = pattern.lastIndex;
  }
  return [...pieces, text.slice(written)].join('');
}

/** The longest valid prefix that ends at a word boundary: another number can follow. */
function longestValid(found: string, isValid: (compact: string) => boolean): string | undefined {
  for (let end = found.length; end > 0; end -= 1) {
    const isInWord = /^[A-Za-z0-9]{2}$/.test(found.slice(end - 1, end + 1));
    const isAfterWord = /[ -]/.test(found.charAt(end - 1));
    if (isInWord || isAfterWord) continue;
    const part = found.slice(0, end);
    if (isValid(part.replaceAll(/[ -]/g, ''))) return part;
  }
  return undefined;
}

/** Also matches after a JSON or URL escape, whose last letter would otherwise count as part of the word. */
function startingWord({ source }: RegExp): RegExp {
  return new RegExp(
    String.raw`(?:\b|(?<=\\[bfnrt]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}))(?:${source})`,
    'g',
  );
}
