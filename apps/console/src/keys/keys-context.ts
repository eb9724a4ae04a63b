import { createContext } from 'react';
import { createKeyMap, type KeyMap } from './create-key-map.ts';

export const KeysContext = createContext<KeyMap>(createKeyMap());
