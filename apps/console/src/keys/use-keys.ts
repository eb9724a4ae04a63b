import { createContext, useContext, useEffect, useRef } from 'react';
import { createKeyMap, type KeyBinding, type KeyMap } from './create-key-map.ts';

/** Binds keys while the component is mounted. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const map = useContext(KeysContext);
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => map.add(() => latest.current), [map]);
}

export const KeysContext = createContext<KeyMap>(createKeyMap());

interface Rows {
  /** What a row is. */
  readonly what: string;
  /** The current row; `undefined` if there is none. */
  readonly row: number | undefined;
  readonly count: number;
  readonly onRow: (row: number) => void;
}

/** `j` and `k`, which go to the next and the previous row. */
export function rowKeys({ what, row, count, onRow }: Rows): readonly KeyBinding[] {
  const goTo = (to: number): void => onRow(Math.max(0, Math.min(to, count - 1)));
  return [
    { keys: 'j', label: `Next ${what}`, run: () => goTo((row ?? -1) + 1) },
    { keys: 'k', label: `Previous ${what}`, run: () => goTo((row ?? 1) - 1) },
  ];
}
