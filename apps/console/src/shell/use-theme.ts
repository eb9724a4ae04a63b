import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'assay-theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = window.localStorage.getItem(NAME);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Before the first paint. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Chooses a theme, which outlives the tab. */
export function setTheme(theme: Theme): void {
  window.localStorage.setItem(NAME, theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
