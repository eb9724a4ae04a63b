import { LRUCache } from 'lru-cache';

/** Enough for the patterns and schemas of a large batch; an entry takes about 10 KB. */
const MAX_ENTRIES = 500;

export interface Cache<T> {
  readonly read: (key: string, create: () => T) => T;
}

/** An LRU cache. */
export function createCache<T>(maxEntries: number = MAX_ENTRIES): Cache<T> {
  const entries = new LRUCache<string, { readonly value: T }>({ max: maxEntries });
  return {
    read(key, create) {
      const cached = entries.get(key);
      if (cached !== undefined) return cached.value;
      const value = create();
      entries.set(key, { value });
      return value;
    },
  };
}
