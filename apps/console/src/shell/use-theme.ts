import { useEffect, useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'assay-theme';

function readTheme(): Theme {
  const stored = window.localStorage.getItem(NAME);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Before the first paint. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** The chosen theme, which outlives the tab, and how to choose another. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => applyTheme(theme), [theme]);
  return [
    theme,
    (next) => {
      window.localStorage.setItem(NAME, next);
      setTheme(next);
    },
  ];
}
