import { Menu as Base } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { PLAIN_BUTTON } from './button.tsx';
import { portalContainer } from './portal-container.ts';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A button that opens a menu of actions. */
export function Menu({ label, items, ...state }: MenuProps): ReactNode {
  return (
    <Base.Root {...state}>
      <Base.Trigger className={PLAIN_BUTTON}>
        {label}
        <ChevronDown size={15} aria-hidden />
      </Base.Trigger>
      <Base.Portal container={portalContainer()}>
        <Base.Positioner className="z-40" sideOffset={4} align="end">
          <Base.Popup className="min-w-40 rounded-md border border-line bg-surface py-1 shadow-lg">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                onClick={item.run}
                className="cursor-default px-3 py-1.5 data-highlighted:bg-raised"
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
