import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface DrawerProps {
  readonly title: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A dialog at the right edge of the page. */
export function Drawer({ title, open, onOpenChange, children }: DrawerProps): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-20 bg-bg/70" />
        <Base.Popup className="fixed inset-y-0 right-0 z-30 w-[min(26rem,100vw)] overflow-auto border-l border-line bg-surface p-5 shadow-xl">
          <div className="mb-4 flex items-center justify-between">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className="grid size-8 place-items-center rounded-md hover:bg-raised"
            >
              <X size={17} aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
