import { Link } from '@tanstack/react-router';
import { Keyboard, Search, Settings, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PLACES } from './places.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const ENTRY =
  'flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-semibold';

interface NavProps {
  readonly onKeys: () => void;
  readonly onSettings: () => void;
  readonly onPalette: () => void;
  /** What stands at the foot, beside the theme. */
  readonly children?: ReactNode;
}

export function Nav({ onKeys, onSettings, onPalette, children }: NavProps): ReactNode {
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh w-44 shrink-0 flex-col gap-1 border-r border-line bg-surface p-3 max-md:w-14 max-md:p-2"
    >
      <p className="mb-3 flex items-center gap-2 px-2 pt-1 font-semibold">
        <img src="/console/icon.svg" alt="" width={18} height={18} />
        <span className="max-md:sr-only">Assay</span>
      </p>
      {PLACES.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/' }} className={ENTRY}>
          <Icon size={17} className="shrink-0" aria-hidden />
          <span className="max-md:sr-only">{label}</span>
        </Link>
      ))}
      <div className="mt-auto grid gap-1">
        {children}
        <Tool icon={Search} label="Go to" keys="Ctrl K" onClick={onPalette} />
        <Tool icon={Settings} label="Settings" keys="g s" onClick={onSettings} />
        <Tool icon={Keyboard} label="Keys" keys="?" onClick={onKeys} />
        <ThemeSwitch />
      </div>
    </nav>
  );
}

interface ToolProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keys: string;
  readonly onClick: () => void;
}

function Tool({ icon: Icon, label, keys, onClick }: ToolProps): ReactNode {
  return (
    <button type="button" onClick={onClick} className={`${ENTRY} text-dim`}>
      <Icon size={17} className="shrink-0" aria-hidden />
      <span className="max-md:sr-only">{label}</span>
      <kbd className="ml-auto font-mono text-xs max-md:hidden">{keys}</kbd>
    </button>
  );
}
