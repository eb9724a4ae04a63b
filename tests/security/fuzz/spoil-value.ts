import { pick } from './generate-value.ts';

function repeat(length: number, item: unknown): readonly unknown[] {
  return Array.from({ length }, () => item);
}

function keys(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, no) => [`k${no}`, 'x']));
}

/** Replacements for a part: other types, other sizes, values just beyond a limit. */
const PARTS: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0.5,
  () => Number.MAX_SAFE_INTEGER,
  () => 1e308,
  () => '',
  () => 'x'.repeat(201),
  () => 'x'.repeat(501),
  () => 'x'.repeat(2001),
  () => 'x'.repeat(200_000),
  () => '\u0000',
  () => '\ud800',
  () => [],
  () => ({}),
  () => [[]],
  () => [{}],
  () => repeat(101, 'x'),
  () => repeat(2000, {}),
  () => repeat(10_001, 0),
  () => keys(101),
  () => keys(1001),
  () => JSON.parse('['.repeat(60) + ']'.repeat(60)) as unknown,
  () => JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`) as unknown,
  () => JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}') as unknown,
];

/** Returns the value with one part changed, removed or added, at any depth. */
export function spoilValue(random: () => number, value: unknown): unknown {
  if (random() < 0.3 || typeof value !== 'object' || value === null) return pick(random, PARTS)();
  if (Array.isArray(value)) return spoilList(random, value);
  const names = Object.keys(value);
  if (names.length === 0 || random() < 0.1) {
    const name = pick(random, ['unknown', '', 'toString', 'x'.repeat(501)]);
    return { ...value, [name]: pick(random, PARTS)() };
  }
  const name = pick(random, names);
  const { [name]: part, ...others } = value as Readonly<Record<string, unknown>>;
  return random() < 0.15 ? others : { ...others, [name]: spoilValue(random, part) };
}

function spoilList(random: () => number, list: readonly unknown[]): readonly unknown[] {
  const at = Math.floor(random() * list.length);
  if (list.length === 0 || random() < 0.1) return [...list, pick(random, PARTS)()];
  return list.with(at, spoilValue(random, list[at]));
}

const BYTES = ['\u0000', '"', '{', ']', ',', '\\', 'NaN', '1e999', '\u2028'];

/** Breaks the text of a body: truncated, doubled, with a character changed, or not JSON. */
export function spoilText(random: () => number, text: string): string {
  const at = Math.floor(random() * text.length);
  return pick(random, [
    text.slice(0, at),
    text + text,
    text.slice(0, at) + pick(random, BYTES) + text.slice(at + 1),
    `\uFEFF${text}`,
    '['.repeat(5000) + text,
    '',
    'null',
    '"x"',
    '[]',
    `{"a":${'9'.repeat(5000)}}`,
  ]);
}
