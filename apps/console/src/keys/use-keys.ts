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
