import { createContext, use } from 'react';

/** True inside a modal dialog. */
export const DialogContext = createContext(false);

/**
 * Popups are rendered inside the main element, so that they are inside a landmark. A modal dialog hides that element
 * from screen readers; `undefined` renders the popups of a dialog next to it.
 */
export function usePortalContainer(): HTMLElement | null | undefined {
  return use(DialogContext) ? undefined : document.getElementById('main');
}
