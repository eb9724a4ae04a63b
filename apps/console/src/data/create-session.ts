interface SessionState {
  readonly apiKey: string | undefined;
  /** True if the service needs a key or rejected the current one. */
  readonly isRefused: boolean;
}

export interface Session {
  readonly read: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (apiKey: string) => void;
  readonly signOut: () => void;
  /** Called when the service answers 401. */
  readonly refuse: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const STORAGE_KEY = 'fairtrial-api-key';

/** Keeps the API key in session storage only, never in a URL or in longer-lived storage. */
export function createSession(store: Store): Session {
  const listeners = new Set<() => void>();
  let state: SessionState = { apiKey: store.getItem(STORAGE_KEY) ?? undefined, isRefused: false };
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
      store.setItem(STORAGE_KEY, apiKey);
      change({ apiKey, isRefused: false });
    },
    signOut() {
      store.removeItem(STORAGE_KEY);
      change({ apiKey: undefined, isRefused: true });
    },
    refuse() {
      if (!state.isRefused) change({ ...state, isRefused: true });
    },
  };
}
