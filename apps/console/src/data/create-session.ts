/** Who is asking. */
export interface SessionState {
  readonly apiKey: string | undefined;
  /** The service wants a key, or another one. */
  readonly isRefused: boolean;
}

export interface Session {
  readonly read: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (apiKey: string) => void;
  readonly signOut: () => void;
  /** The service said 401. */
  readonly refuse: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NAME = 'assay-api-key';

/** The API key lives as long as the tab: never in a URL, never in what outlives it. */
export function createSession(store: Store): Session {
  const listeners = new Set<() => void>();
  let state: SessionState = { apiKey: store.getItem(NAME) ?? undefined, isRefused: false };
  const change = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn(apiKey) {
      store.setItem(NAME, apiKey);
      change({ apiKey, isRefused: false });
    },
    signOut() {
      store.removeItem(NAME);
      change({ apiKey: undefined, isRefused: true });
    },
    refuse() {
      if (!state.isRefused) change({ ...state, isRefused: true });
    },
  };
}
