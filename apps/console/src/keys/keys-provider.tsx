import { useEffect, useState, type ReactNode } from 'react';
import { createKeyMap } from './create-key-map.ts';
import { KeysContext } from './use-keys.ts';

/** Elements that accept text; checkboxes do not. */
const TEXT_FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
/** Widgets that handle keys themselves. */
const WIDGETS = '[role="dialog"], [role="listbox"], [role="menu"]';
const PRESSABLE = 'a, button, summary, [role="tab"]';

/** Listens for the keys of the whole page. */
export function KeysProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [map] = useState(createKeyMap);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isHandledElsewhere(event)) return;
      const isInText =
        event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null;
      if (map.press(keyName(event), event.timeStamp, isInText)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [map]);
  return <KeysContext value={map}>{children}</KeysContext>;
}

function isHandledElsewhere({
  target,
  key,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent): boolean {
  // With Alt, other keys can be text input.
  if ((altKey && !key.startsWith('Arrow')) || defaultPrevented) return true;
  if (!(target instanceof Element)) return false;
  // Ctrl combinations are not text input.
  if (ctrlKey || metaKey) return target.closest(WIDGETS) !== null;
  if (target.closest(TEXT_FIELDS) || target.closest(WIDGETS)) return true;
  return key === 'Enter' && target.closest(PRESSABLE) !== null;
}

/**
 * `k`, `Ctrl-k`, `Ctrl-Z` (with Shift) or `Alt-ArrowUp`; on a Mac ⌘K is `Ctrl-k`, too. Caps Lock does not change
 * combinations with Ctrl.
 */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey) return `Alt-${key}`;
  if (!ctrlKey && !metaKey) return key;
  if (key.length > 1) return `Ctrl-${key}`;
  return `Ctrl-${shiftKey ? key.toUpperCase() : key.toLowerCase()}`;
}
