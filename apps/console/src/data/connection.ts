/** True while the service does not answer. Global to the page; a bar shows it. */
let isLost = false;
const listeners = new Set<() => void>();

export function isServiceLost(): boolean {
  return isLost;
}

export function setServiceLost(next: boolean): void {
  if (next === isLost) return;
  isLost = next;
  for (const listener of listeners) listener();
}

export function onServiceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
