/** A key, or two one after the other (`g r`), and what it does. */
export interface KeyBinding {
  readonly keys: string;
  /** What it does, in words, for the sheet that `?` shows. */
  readonly label: string;
  readonly run: () => void;
}

type Source = () => readonly KeyBinding[];

export interface KeyMap {
  /** The bindings of a part of the page, for as long as it is there; the latest part wins. */
  add(source: Source): () => void;
  /** What is bound now, each key once. */
  list(): readonly KeyBinding[];
  /** Tells of a key; says whether it did something, or may be the first of two that will. */
  press(key: string, at: number): boolean;
}

/** How long the second key of a pair may take. */
const PAIR_MS = 1500;

export function createKeyMap(): KeyMap {
  const sources: Source[] = [];
  let pending: { readonly key: string; readonly until: number } | undefined;
  const list = (): readonly KeyBinding[] => {
    const byKeys = new Map<string, KeyBinding>();
    for (const source of sources) for (const one of source()) byKeys.set(one.keys, one);
    return [...byKeys.values()];
  };
  return {
    add(source) {
      sources.push(source);
      return () => {
        sources.splice(sources.indexOf(source), 1);
      };
    },
    list,
    press(key, at) {
      const first = pending !== undefined && at < pending.until ? pending.key : undefined;
      pending = undefined;
      const bound = list();
      const found =
        (first && bound.find(({ keys }) => keys === `${first} ${key}`)) ||
        bound.find(({ keys }) => keys === key);
      if (found) {
        found.run();
        return true;
      }
      if (!bound.some(({ keys }) => keys.startsWith(`${key} `))) return false;
      pending = { key, until: at + PAIR_MS };
      return true;
    },
  };
}
