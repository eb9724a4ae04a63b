import { useContext, type ReactNode } from 'react';
import { KeysContext } from '../keys/use-keys.ts';
import { Dialog } from '../ui/dialog.tsx';

interface KeySheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Lists the active keys of this screen. */
export function KeySheet({ open, onOpenChange }: KeySheetProps): ReactNode {
  const map = useContext(KeysContext);
  return (
    <Dialog title="Keys" open={open} onOpenChange={onOpenChange}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {map.list().map(({ keys, label }) => (
          <div key={keys} className="contents">
            <dt>
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="mr-1 rounded border border-line bg-raised px-1.5 py-0.5 font-mono text-xs"
                >
                  {KEY_NAMES[key] ?? key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Enter: '↵',
  ' ': 'Space',
  'Ctrl-k': 'Ctrl K',
  'Ctrl-Enter': 'Ctrl ↵',
  'Alt-ArrowUp': 'Alt ↑',
  'Alt-ArrowDown': 'Alt ↓',
};
