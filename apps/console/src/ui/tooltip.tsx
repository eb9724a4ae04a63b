import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { inMain } from './in-main.ts';

interface TooltipProps {
  readonly text: string;
  /** What it belongs to; it must take focus. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** A sentence for whoever points at something or tabs to it. Never the only place that says it. */
export function Tooltip({ text, children }: TooltipProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={inMain()}>
        <Base.Positioner className="z-40" sideOffset={6}>
          <Base.Popup className="max-w-xs rounded-md bg-text px-2.5 py-1.5 text-[13px] text-bg">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
