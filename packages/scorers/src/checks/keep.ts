/** As many as a large batch has; one takes some ten kilobytes. */
const ROOM = 500;

export interface Keep<T> {
  readonly read: (key: string, make: () => T) => T;
}

/** Keeps what was asked for last: what is dear to make comes back with every attempt. */
export function createKeep<T>(room: number = ROOM): Keep<T> {
  const kept = new Map<string, { readonly made: T }>();
  return {
    read(key, make) {
      const entry = kept.get(key) ?? { made: make() };
      kept.delete(key); // the newest is at the end
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > room && oldest !== undefined) kept.delete(oldest);
      return entry.made;
    },
  };
}
