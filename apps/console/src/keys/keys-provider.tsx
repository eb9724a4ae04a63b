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
      if (map.press(keyName(event), event.timeStamp)) event.preventDefault();
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
  if (altKey || defaultPrevented) return true;
  if (!(target instanceof Element)) return false;
  // Ctrl combinations are not text input.
  if (ctrlKey || metaKey) return target.closest(WIDGETS) !== null;
  if (target.closest(TEXT_FIELDS) || target.closest(WIDGETS)) return true;
  return key === 'Enter' && target.closest(PRESSABLE) !== null;
}

/** `k` or `Ctrl-k`; on a Mac ⌘K is `Ctrl-k`, too. */
function keyName({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `Ctrl-${key}` : key;
}
