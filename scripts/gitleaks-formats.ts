/**
 * Writes the formats of keys that gitleaks knows: `node scripts/gitleaks-formats.ts <gitleaks.toml> <version>`, where
 * the file is config/gitleaks.toml of https://github.com/gitleaks/gitleaks at the tag of this version.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'packages/redaction/src/gitleaks/formats.json';

/** Shorter text occurs in too many words. */
const MIN_LITERAL_CHARS = 3;

/** Keys that are cut off, or longer than today, are recognised too if they have this many characters. */
const ENOUGH_CHARS = 20;

/** Rules for which redaction has its own, which find more in messages. */
const LEFT_OUT = new Set(['curl-auth-header', 'curl-auth-user', 'jwt-base64', 'private-key']);

interface Format {
  readonly id: string;
  /** What all keys of the format have at `offset`. */
  readonly literal: string;
  readonly offset: number;
  readonly pattern: string;
}

/** Empty if only the words around a key, or the name of its file, show that it is one. */
function readFormats(rule: string): readonly Format[] {
  const id = /^id = "(.+)"$/m.exec(rule)?.[1];
  if (id === undefined) throw new Error(`a rule without an id: ${rule}`);
  if (/^path = /m.test(rule) || LEFT_OUT.has(id)) return [];
  const regex = /^regex = '''(.+)'''$/m.exec(rule)?.[1];
  if (regex === undefined) throw new Error(`the rule ${id} has no regex that can be read`);
  const flags = regex.startsWith('(?i)') ? '(?i)' : '';
  const groups = split(regex).filter((part) => /^\((?!\?).*\)$/s.test(part));
  return (groups.length === 0 ? [regex.slice(flags.length)] : groups)
    .flatMap(alternatives)
    .map((pattern) => ({ id, ...findLiteral(pattern), pattern: flags + openEnd(pattern) }))
    .filter(({ literal }) => literal.length >= MIN_LITERAL_CHARS);
}

const CLASS = String.raw`\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]`;
const PARTS = new RegExp(
  String.raw`\||(?:${CLASS}|\\.|[^[\\|])(?:[?*+]|\{\d+(?:,\d*)?\})?\??`,
  'gs',
);

/** The parts of a pattern, one after the other: characters, classes, groups and `|`, with their quantifiers. */
function split(pattern: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  for (const [part] of pattern.matchAll(PARTS)) {
    if (depth === 0) parts.push(part);
    else parts.push(`${parts.pop() ?? ''}${part}`);
    if (part.startsWith('(')) depth += 1;
    if (part.startsWith(')')) depth -= 1;
  }
  return parts;
}

/** What matches whole keys, without conditions on the text before and after: in messages, a bracket can follow. */
function alternatives(pattern: string): readonly string[] {
  const parts = split(pattern);
  const at = parts.indexOf('|');
  if (at >= 0) {
    return [parts.slice(0, at), parts.slice(at + 1)].flatMap((some) => alternatives(some.join('')));
  }
  const inside = parts.filter(
    (part, no) =>
      part !== String.raw`\b` &&
      !(no === 0 && part.endsWith(')?')) &&
      !part.endsWith(String.raw`|\z)`),
  );
  const [first = '', ...rest] = inside;
  const group = /^\((?:\?:)?((?!\?).*)\)$/s.exec(first)?.[1];
  if (group === undefined) return [inside.join('')];
  return alternatives(group).flatMap((one) => alternatives(`${one}${rest.join('')}`));
}

function openEnd(pattern: string): string {
  return pattern.replace(
    /\{([1-9]\d*)(?:,\d*)?\}(?:=\{0,\d\})?$/,
    (_, least: string) => `{${Math.min(Number(least), ENOUGH_CHARS)},}`,
  );
}

/** The text of a part that matches only this text, otherwise its width, or `undefined` if that varies. */
function readPart(part: string): string | number | undefined {
  if (part === '(?i)') return '';
  const text = /^(?:\\(\W)|([^\\.[(])|\(\?-i:(\w+)\))$/.exec(part);
  if (text !== null) return text.slice(1).join('');
  const times = /^(?:\[.*\]|\\[dw]|\.)(?:\{(\d+)\})?$/.exec(part);
  return times === null ? undefined : Number(times[1] ?? 1);
}

/** The longest text that all matches have at the same place. */
function findLiteral(pattern: string): Pick<Format, 'literal' | 'offset'> {
  let longest = { literal: '', offset: 0 };
  let current = longest;
  for (const part of split(pattern)) {
    const read = readPart(part);
    if (read === undefined) break;
    const { literal, offset } = current;
    if (typeof read === 'string') current = { literal: literal + read, offset };
    else current = { literal: '', offset: offset + literal.length + read };
    if (current.literal.length > longest.literal.length) longest = current;
  }
  return longest;
}

const [path, version] = process.argv.slice(2);
if (path === undefined || version === undefined) {
  throw new Error('usage: node scripts/gitleaks-formats.ts <gitleaks.toml> <version>');
}
const rules = readFileSync(path, 'utf8').split('\n[[rules]]\n').slice(1);
const formats = rules.flatMap(readFormats);
const ids = new Set(formats.map(({ id }) => id));
const source = `https://github.com/gitleaks/gitleaks/blob/v${version}/config/gitleaks.toml`;
const data = { source, license: 'MIT, see LICENSE', rules: rules.length, used: ids.size, formats };
writeFileSync(FILE, `${JSON.stringify(data, null, 2)}\n`);
console.log(`wrote ${FILE}: ${formats.length} formats of ${ids.size} of ${rules.length} rules`);
