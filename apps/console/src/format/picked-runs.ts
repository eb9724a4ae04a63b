/** Runs that are chosen for a comparison, as a URL says it: their ids with dots between them. */

/** As many as a comparison takes. */
const MOST = 4;
const RUN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Each once, and what is no id left out. */
export function readRuns(value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  const ids = value.split('.').filter((id) => RUN.test(id));
  return [...new Set(ids)].slice(0, MOST);
}

/** Undefined where there are none: a URL does not say so. */
export function writeRuns(ids: readonly string[]): string | undefined {
  return ids.length === 0 ? undefined : ids.join('.');
}

/** Chosen or no longer chosen; of too many the first is let go. */
export function togglePicked(picked: readonly string[], runId: string): readonly string[] {
  if (picked.includes(runId)) return picked.filter((id) => id !== runId);
  return [...picked, runId].slice(-MOST);
}
