import { LRUCache } from 'lru-cache';

/** As many patterns and schemas as a large batch has; one takes about 10 KB. */
const MAX_ENTRIES = 500;

export interface Cache<T> {
  readonly read: (key: string, create: () => T) => T;
}

/** Keeps the values that were used last. */
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
