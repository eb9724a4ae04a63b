import { Menu as Base } from '@base-ui/react/menu';
import { ChevronDown, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { PLAIN_BUTTON } from './button.tsx';
import { usePortalContainer } from './portal-container.ts';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** True: the button shows three dots, and the label is for screen readers. */
  readonly isSmall?: boolean;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A button that opens a menu of actions. */
export function Menu({ label, items, isSmall = false, ...state }: MenuProps): ReactNode {
  const container = usePortalContainer();
  return (
    <Base.Root {...state}>
      {isSmall ? (
        <Base.Trigger
          aria-label={label}
          className="grid size-7 place-items-center rounded-md text-dim hover:bg-raised hover:text-text"
        >
          <Ellipsis size={16} aria-hidden />
        </Base.Trigger>
      ) : (
        <Base.Trigger className={PLAIN_BUTTON}>
          {label}
          <ChevronDown size={15} aria-hidden />
        </Base.Trigger>
      )}
      <Base.Portal container={container}>
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
