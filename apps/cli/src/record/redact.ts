import { RE2JS } from 're2js';

interface Rule {
  readonly name: string;
  readonly pattern: RE2JS;
  /** A further condition that a match must meet. */
  readonly accepts?: (found: string) => boolean;
}

/** Replaces personal data and secrets by placeholders. The same value always has the same placeholder. */
export type Redact = (text: string) => string;

/** Applied in this order: the other patterns would match parts of a key. All match in linear time. */
const RULES: readonly Rule[] = [
  {
    name: 'key',
    pattern: RE2JS.compile(
      String.raw`\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END [A-Z ]*PRIVATE KEY-----|(?i:\bbearer\s+)[\w.~+/-]{16,}=*`,
    ),
  },
  {
    name: 'email',
    pattern: RE2JS.compile(String.raw`[\w.+%-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+`),
  },
  {
    name: 'card',
    pattern: RE2JS.compile(String.raw`\b\d(?:[ -]?\d){12,18}\b`),
    accepts: (found) => passesLuhn(found.replaceAll(/\D/g, '')),
  },
  {
    name: 'phone',
    pattern: RE2JS.compile(
      String.raw`(?:\+|\b00)\d{1,3}(?:[ ./()-]{0,2}\d){6,13}\b|\(?\b0\d{1,4}\)?(?:[ ./-]?\d){6,10}\b|\(\d{3}\) ?\d{3}-\d{4}\b|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b`,
    ),
  },
];

/** The built-in rules and the user's own patterns, in RE2 syntax. */
export function createRedact(patterns: readonly string[]): Redact {
  const rules = [
    ...patterns.map((source) => ({ name: 'redacted', pattern: RE2JS.compile(source) })),
    ...RULES,
  ];
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeholder = (name: string, found: string): string => {
    const key = `${name} ${found.toLowerCase()}`;
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    const made = `[${name} ${n}]`;
    placeholders.set(key, made);
    return made;
  };
  return (text) => rules.reduce((left, rule) => replace(left, rule, placeholder), text);
}

function replace(
  text: string,
  { name, pattern, accepts = () => true }: Rule,
  placeholder: (name: string, found: string) => string,
): string {
  const matcher = pattern.matcher(text);
  const pieces: string[] = [];
  let from = 0;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    const found = text.slice(start, end);
    if (found === '' || !accepts(found)) continue;
    pieces.push(text.slice(from, start), placeholder(name, found));
    from = end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}

/** The checksum of card numbers; one in ten other numbers has it, too. */
function passesLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
