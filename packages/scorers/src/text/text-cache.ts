import { LRUCache } from 'lru-cache';
import { readText, type Text } from './read-text.ts';

/** Total number of cached characters; derived data takes about sixty bytes per character. */
const MAX_CHARACTERS = 500_000;

export interface TextCache {
  /** Returns the text as scorers read it; derived data is cached with it. */
  readonly read: (raw: string) => Text;
}

/** An LRU cache of texts: references are read again with every attempt. */
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

/** Shared by all runs of the process, because entries depend only on the text. */
export const references: TextCache = createTextCache();
