import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { DialogContext } from './portal-container.ts';

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A modal dialog in the middle of the page. */
export function Dialog({ title, description, open, ...rest }: DialogProps): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={rest.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-20 bg-bg/70" />
        <Base.Popup className="fixed top-[12vh] left-1/2 z-30 max-h-[76vh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 overflow-auto rounded-lg border border-line bg-surface p-5 shadow-xl">
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          {description && (
            <Base.Description className="mt-1 text-dim">{description}</Base.Description>
          )}
          <DialogContext value={true}>
            <div className="mt-4">{rest.children}</div>
          </DialogContext>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
