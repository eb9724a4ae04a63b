import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, Keyboard, Search, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { hasConversationsQuery } from '../data/conversation-queries.ts';
import { settingsQuery } from '../data/settings-query.ts';
import { NAV_ITEMS } from './nav-items.ts';
import { ThemeSwitch } from './theme.tsx';

const ENTRY =
  'flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-semibold';

interface NavProps {
  readonly onKeys: () => void;
  readonly onPalette: () => void;
}

export function Nav({ onKeys, onPalette }: NavProps): ReactNode {
  const { data: hasConversations } = useQuery(hasConversationsQuery(useClient()));
  // Projects that send no traces need no entry for conversations.
  const items = NAV_ITEMS.filter(
    ({ to }) => to !== '/console/conversations' || hasConversations === true,
  );
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh w-46 shrink-0 flex-col gap-1 border-r border-line bg-surface p-3 max-md:w-14 max-md:p-2"
    >
      <p className="mb-3 flex items-center gap-2 px-2 pt-1 font-semibold">
        <img src="/console/icon.svg" alt="" width={18} height={18} />
        <span className="max-md:sr-only">Fairtrial</span>
      </p>
      {items.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/' }} className={ENTRY}>
          <Icon size={17} className="shrink-0" aria-hidden />
          <span className="max-md:sr-only">{label}</span>
        </Link>
      ))}
      <div className="mt-auto grid gap-1">
        <SimulatedBadge />
        <NavButton icon={Search} label="Go to" keys="Ctrl K" onClick={onPalette} />
        <NavButton icon={Keyboard} label="Keys" keys="?" onClick={onKeys} />
        <ThemeSwitch />
      </div>
    </nav>
  );
}

interface NavButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keys: string;
  readonly onClick: () => void;
}

function NavButton({ icon: Icon, label, keys, onClick }: NavButtonProps): ReactNode {
  return (
    <button type="button" onClick={onClick} className={`${ENTRY} text-dim`}>
      <Icon size={17} className="shrink-0" aria-hidden />
      <span className="max-md:sr-only">{label}</span>
      <kbd className="ml-auto font-mono text-xs max-md:hidden">{keys}</kbd>
    </button>
  );
}

/** Warns that the numbers come from simulated models. */
function SimulatedBadge(): ReactNode {
  const { data } = useQuery(settingsQuery(useClient()));
  if (data?.simulated !== true) return null;
  return (
    <p
      title="The models are simulated"
      className="flex items-center gap-2 rounded-md bg-warn-soft px-2 py-1 text-[13px] font-medium text-warn"
    >
      <FlaskConical size={16} className="shrink-0" aria-hidden />
      <span className="max-md:sr-only">Simulated</span>
    </p>
  );
}
