/** Popups are rendered inside the main element, so that they are inside a landmark. */
export function portalContainer(): HTMLElement | null {
  return document.getElementById('main');
}
