import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';

const THEMES = [
  { value: 'system', label: 'System theme', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[];

export function ThemeSwitch(): ReactNode {
  const theme = useTheme();
  return (
    <div role="group" aria-label="Theme" className="flex gap-1 max-md:hidden">
      {THEMES.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={theme === value}
          onClick={() => setTheme(value)}
          className="grid size-7 place-items-center rounded-md text-dim hover:bg-raised aria-pressed:bg-raised aria-pressed:text-text"
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </div>
  );
}

type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'fairtrial-theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = window.localStorage.getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Must be called before the first paint. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Sets the theme and stores it. */
export function setTheme(theme: Theme): void {
  window.localStorage.setItem(STORAGE_KEY, theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
