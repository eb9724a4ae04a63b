/** Values that look random and are the same in every run. */
export interface SeededRandom {
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  text(alphabet: string, length: number): string;
  /** Each `#` becomes a digit, and each `N` that is not part of a word a digit from 1 to 9. */
  digits(format: string): string;
}

/** The generator mulberry32. */
export function createRandom(seed: number): SeededRandom {
  let state = seed;
  const next = (): number => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T;
  return {
    int,
    pick,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(int(0, alphabet.length - 1))).join(''),
    digits: (format) =>
      format.replaceAll(/#|(?<![A-Za-z])N(?![A-Za-z])/g, (mark) =>
        String(int(mark === 'N' ? 1 : 0, 9)),
      ),
  };
}
