import { distance } from 'fastest-levenshtein';
import type { Text } from './read-text.ts';

const SURROGATE = /[\ud800-\udfff]/;

/** How little would have to be typed again, of the longer of the two. */
export function levenshtein(reply: Text, reference: Text): number {
  const [said, expected] = oneUnitEach(reply.norm, reference.norm);
  const longest = Math.max(said.length, expected.length);
  return longest === 0 ? 1 : 1 - distance(said, expected) / longest;
}

/**
 * The library compares UTF-16 units, the definition code points. Where there is a character of two
 * units, every character gets a unit of its own: there are fewer of them than units.
 */
function oneUnitEach(a: string, b: string): readonly [string, string] {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return [a, b];
  const units = new Map<string, string>();
  const unitOf = (character: string): string => {
    const unit = units.get(character) ?? String.fromCharCode(units.size);
    units.set(character, unit);
    return unit;
  };
  return [Array.from(a, unitOf).join(''), Array.from(b, unitOf).join('')];
}
