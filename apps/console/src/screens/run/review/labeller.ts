const STORAGE_KEY = 'assay-labeller';

/** The name under which the last labels were given in this browser; empty if there are none. */
export function readLabeller(): string {
  return window.localStorage.getItem(STORAGE_KEY) ?? '';
}

export function writeLabeller(name: string): void {
  window.localStorage.setItem(STORAGE_KEY, name);
}
