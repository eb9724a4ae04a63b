import { useEffect, useState, type ReactNode } from 'react';
import { createKeyMap } from './create-key-map.ts';
import { KeysContext } from './keys-context.ts';

/** A box to tick takes no letters. */
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
/** These have keys of their own, which the browser or the widget knows. */
const WIDGETS = '[role="dialog"], [role="listbox"], [role="menu"]';
const PRESSABLE = 'a, button, summary, [role="tab"]';

/** Listens for the keys of the whole page. */
export function KeysProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [map] = useState(createKeyMap);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isElsewhere(event)) return;
      if (map.press(nameOf(event), event.timeStamp)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [map]);
  return <KeysContext value={map}>{children}</KeysContext>;
}

function isElsewhere({
  target,
  key,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (altKey || defaultPrevented) return true;
  if (!(target instanceof Element)) return false;
  // With Ctrl nothing is being typed.
  if (ctrlKey || metaKey) return target.closest(WIDGETS) !== null;
  if (target.closest(FIELDS) || target.closest(WIDGETS)) return true;
  return key === 'Enter' && target.closest(PRESSABLE) !== null;
}

/** `k`, or `Ctrl-k`, which is ⌘K where there is no such key. */
function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `Ctrl-${key}` : key;
}
