import { LRUCache } from 'lru-cache';
import { readText, type Text } from './read-text.ts';

/** Characters of all texts together; what is derived from one takes about sixty bytes of memory each. */
const MAX_CHARACTERS = 500_000;

export interface TextCache {
  /** The text as scorers read it, derived once for as long as it is asked for. */
  readonly read: (raw: string) => Text;
}

/** Keeps the texts that were used last: references are read again with every attempt. */
export function createTextCache(maxCharacters: number = MAX_CHARACTERS): TextCache {
  const cache = new LRUCache<string, Text>({
    maxSize: maxCharacters,
    sizeCalculation: (_, raw) => Math.max(1, raw.length),
  });
  return {
    read(raw) {
      const cached = cache.get(raw);
      if (cached !== undefined) return cached;
      const text = readText(raw);
      cache.set(raw, text);
      return text;
    },
  };
}

/** One for the process: the same text is the same text in every run. */
export const references: TextCache = createTextCache();
