import { isIPv4, isIPv6 } from 'node:net';
import { isCardNumber, isIban, isSsn } from './checksums.ts';
import { ESCAPE } from './rule-parts.ts';

interface NumberRule {
  readonly name: string;
  /** Every quantifier has an upper bound, so that all patterns together take linear time. */
  readonly pattern: RegExp;
  /** True if the text without separators is such a number. */
  readonly isValid?: (compact: string) => boolean;
}

/** Spaces that are not a line break, also in a URL and in JSON. */
const SPACE = String.raw`[^\S\r\n]|%20|%C2%A0|%E2%80%AF|\\u00a0|\\u202f`;
const GAP = String.raw`(?:${SPACE}|-|\r?\n)?`;
const GAPS = new RegExp(String.raw`${SPACE}|[\s-]`, 'g');
const MARK = String.raw`(?:${SPACE}|[./()-]|%2F)`;

const START = String.raw`(?:\b|(?<=${ESCAPE}))`;

const PHONE = [
  String.raw`(?:\+|%2B|${START}00)\d{1,3}(?:${MARK}{0,2}\d){6,13}\b`,
  String.raw`\(?${START}0\d{1,4}\)?(?:${MARK}?\d){6,10}\b`,
  String.raw`\(0\)(?:${MARK}?\d){6,11}\b`,
  String.raw`\(\d{3}\)(?:${SPACE})?\d{3}-\d{4}\b`,
  String.raw`${START}\d{3}(?:[-.]|${SPACE})\d{3}(?:[-.]|${SPACE})\d{4}\b`,
].join('|');

/** The order matters: part of an IBAN would match as a card number, and some numbers as a phone number. */
const RULES: readonly NumberRule[] = [
  {
    name: 'iban',
    pattern: startingWord(String.raw`[A-Za-z]{2}\d{2}(?:${GAP}[A-Za-z0-9]){11,30}\b`),
    isValid: isIban,
  },
  { name: 'ssn', pattern: startingWord(String.raw`\d{3}-\d{2}-\d{4}\b`), isValid: isSsn },
  {
    name: 'card',
    pattern: startingWord(String.raw`[2-6](?:${GAP}\d){12,18}\b`),
    isValid: isCardNumber,
  },
  {
    name: 'ip',
    pattern: startingWord(String.raw`(?<![.])\d{1,3}(?:\.\d{1,3}){3}\b(?!\.\d)`),
    isValid: isPublicIpv4,
  },
  {
    name: 'ip',
    pattern: startingWord('[23][0-9a-fA-F]{3}(?:(?::|%3A){1,2}[0-9a-fA-F]{1,4}){2,7}\\b'),
    isValid: (text) => isIPv6(text.replaceAll('%3A', ':')),
  },
  { name: 'phone', pattern: new RegExp(PHONE, 'g') },
];

/** Names after which a number identifies a thing. */
const THING =
  '(?:order|invoice|tracking|parcel|shipment|ticket|case|request|part|article|item|booking|isbn|ean|sku|bestellung|rechnung|sendung|artikel|auftrag|bestell|rechnungs|sendungs|auftrags|buchungs|ticket)(?:nummer|[ -]?nr)?';

/** UUIDs, dates, fractions, versions and numbers of orders and the like: their digits would match as phone or card numbers. */
const HARMLESS = new RegExp(
  [
    String.raw`(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`,
    String.raw`\b(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)`,
    String.raw`\b\d{2}[./-]\d{2}[./-](?:19|20)\d{2}\b`,
    String.raw`\b\d\.\d{5,40}(?![\d.])`,
    String.raw`\b(?:version|firmware|release|build|v) ?\d{1,5}(?:\.\d{1,6}){1,4}`,
    String.raw`\b${THING}(?: (?:number|no\.?|nr\.?|id|code))?[ :#]{1,3}[a-z]{0,4}-?\d{1,24}(?:[ /-]\d{2,13}){0,6}\b)`,
  ].join('|'),
  'i',
);

/** Replaces bank account, card, phone and social security numbers and addresses of the internet. */
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
    const isAfterWord = /[\s-]/.test(found.charAt(end - 1));
    if (isInWord || isAfterWord) continue;
    const part = found.slice(0, end);
    if (isValid(part.replaceAll(GAPS, ''))) return part;
  }
  return undefined;
}

const LOCAL_NETWORKS =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|22[4-9]|2[345]\d)\./;

/** Not an address of a local network, and not a version such as 1.2.3.4. */
function isPublicIpv4(text: string): boolean {
  const isVersion = text.split('.').every((part) => Number(part) < 20);
  return isIPv4(text) && !isVersion && !LOCAL_NETWORKS.test(text);
}

function startingWord(source: string): RegExp {
  return new RegExp(`${START}(?:${source})`, 'g');
}
