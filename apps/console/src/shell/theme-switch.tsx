import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { setTheme, useTheme, type Theme } from './use-theme.ts';

const THEMES = [
  { value: 'system', label: 'As the system', icon: Monitor },
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
