import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { KeyBinding } from '../../../keys/create-key-map.ts';

/** The keys of the queue, as buttons for the mouse. */
export function KeyBar({ bindings }: { readonly bindings: readonly KeyBinding[] }): ReactNode {
  return (
    <div
      role="group"
      aria-label="Keys"
      className="bottom-0 flex flex-wrap gap-2 border-t border-line bg-bg py-2 sm:sticky"
    >
      {bindings.map(({ keys, label, run }) => (
        <Button key={keys} aria-keyshortcuts={keys} onClick={run}>
          <Key>{keys}</Key>
          {label}
        </Button>
      ))}
    </div>
  );
}

export function Key({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd
      aria-hidden
      className="rounded border border-line bg-raised px-1.5 py-0.5 font-mono text-xs text-text"
    >
      {children}
    </kbd>
  );
}
