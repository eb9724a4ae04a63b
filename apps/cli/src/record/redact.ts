import { RE2JS } from 're2js';

interface Rule {
  readonly name: string;
  readonly pattern: RE2JS;
  /** What else must be true of what was found. */
  readonly isMeant?: (found: string) => boolean;
}

/** Replaces what must not get into a file. The same value has the same stand-in everywhere, so that talk stays coherent. */
export type Redact = (text: string) => string;

/** In the order in which they are looked for: what is a key would else be cut into numbers. All in linear time. */
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
    isMeant: (found) => passesLuhn(found.replaceAll(/\D/g, '')),
  },
  {
    name: 'phone',
    pattern: RE2JS.compile(
      String.raw`(?:\+|\b00)\d{1,3}(?:[ ./()-]{0,2}\d){6,13}\b|\(?\b0\d{1,4}\)?(?:[ ./-]?\d){6,10}\b|\(\d{3}\) ?\d{3}-\d{4}\b|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b`,
    ),
  },
];

/** The rules there are, and patterns of the user's own, in the syntax of RE2. */
export function createRedact(own: readonly string[]): Redact {
  const rules = [
    ...own.map((source) => ({ name: 'redacted', pattern: RE2JS.compile(source) })),
    ...RULES,
  ];
  const standIns = new Map<string, string>();
  const counts = new Map<string, number>();
  const standIn = (name: string, found: string): string => {
    const key = `${name} ${found.toLowerCase()}`;
    const known = standIns.get(key);
    if (known !== undefined) return known;
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    const made = `[${name} ${n}]`;
    standIns.set(key, made);
    return made;
  };
  return (text) => rules.reduce((left, rule) => replace(left, rule, standIn), text);
}

function replace(
  text: string,
  { name, pattern, isMeant = () => true }: Rule,
  standIn: (name: string, found: string) => string,
): string {
  const matcher = pattern.matcher(text);
  const pieces: string[] = [];
  let from = 0;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    const found = text.slice(start, end);
    if (found === '' || !isMeant(found)) continue;
    pieces.push(text.slice(from, start), standIn(name, found));
    from = end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}

/** The sum that card numbers have, and one in ten other numbers. */
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
