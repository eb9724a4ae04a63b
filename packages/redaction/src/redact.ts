import { RE2JS } from 're2js';
import { PERSONAL_RULES } from './personal-rules.ts';
import { redactKeys } from './redact-keys.ts';
import { redactNumbers } from './redact-numbers.ts';
import { SECRET_RULES, TOKEN_RULES, type RedactionRule } from './secret-rules.ts';

/** Replaces personal data and secrets with placeholders. The same value always gets the same placeholder. */
export type Redact = (text: string) => string;

type Placeholder = (name: string, found: string) => string;

/** Combines the user's patterns, in RE2 syntax, with the built-in rules. */
export function createRedact(patterns: readonly string[]): Redact {
  const own = patterns.map((source): RedactionRule => ({
    name: 'redacted',
    pattern: RE2JS.compile(source),
  }));
  const first: readonly RedactionRule[] = [...own, ...TOKEN_RULES];
  const rules: readonly RedactionRule[] = [...SECRET_RULES, ...PERSONAL_RULES];
  const placeholder = createPlaceholders();
  const apply = (left: string, rule: RedactionRule): string => replace(left, rule, placeholder);
  return (text) => {
    const withoutKeys = redactKeys(first.reduce(apply, text), placeholder);
    return redactNumbers(rules.reduce(apply, withoutKeys), placeholder);
  };
}

function createPlaceholders(): Placeholder {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  return (name, found) => {
    const key = `${name} ${found.toLowerCase()}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    const made = `[${name} ${n}]`;
    known.set(key, made);
    return made;
  };
}

function replace(
  text: string,
  { name, pattern, hint, isGroup = false, accepts = () => true }: RedactionRule,
  placeholder: Placeholder,
): string {
  if (hint?.test(text) === false) return text;
  const matcher = pattern.matcher(text);
  const group = isGroup ? 1 : 0;
  const pieces: string[] = [];
  let from = 0;
  while (matcher.find()) {
    const [start, end] = [matcher.start(group), matcher.end(group)];
    const found = text.slice(start, end);
    if (found === '' || !accepts(found)) continue;
    pieces.push(text.slice(from, start), placeholder(name, found));
    from = end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}
