import { createHash } from 'node:crypto';

export type Random = () => number;

/** Numbers in [0, 1) that depend on the words given and on nothing else (mulberry32). */
export function seededRandom(...words: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(words.join('\u0000')).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
