/** Binds a key, or a sequence of two (`g r`), to an action. */
export interface KeyBinding {
  readonly keys: string;
  /** Description for the list of keys that `?` shows. */
  readonly label: string;
  readonly run: () => void;
  /** True if text fields keep this key for themselves. */
  readonly outsideText?: true;
}

type Source = () => readonly KeyBinding[];

export interface KeyMap {
  /** Adds bindings; the latest win. Returns a function that removes them. */
  add(source: Source): () => void;
  /** The active bindings, without duplicate keys. */
  list(): readonly KeyBinding[];
  /** Returns true if the key ran a binding, or can be the first of a pair. */
  press(key: string, at: number, isInText?: boolean): boolean;
}

/** Maximum time between the two keys of a pair. */
const PAIR_TIMEOUT_MS = 1500;

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
    press(key, at, isInText = false) {
      const first = pending !== undefined && at < pending.until ? pending.key : undefined;
      pending = undefined;
      const bound = list().filter(({ outsideText }) => !isInText || !outsideText);
      const found =
        (first && bound.find(({ keys }) => keys === `${first} ${key}`)) ||
        bound.find(({ keys }) => keys === key);
      if (found) {
        found.run();
        return true;
      }
      if (!bound.some(({ keys }) => keys.startsWith(`${key} `))) return false;
      pending = { key, until: at + PAIR_TIMEOUT_MS };
      return true;
    },
  };
}
