/** Runs picked for a comparison, as a URL parameter: ids separated by dots. */

/** Maximum number of runs in a comparison. */
const MOST = 4;
const RUN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Drops duplicates and invalid ids. */
export function readRuns(value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  const ids = value.split('.').filter((id) => RUN.test(id));
  return [...new Set(ids)].slice(0, MOST);
}

/** `undefined` if there are none, so that the URL omits the parameter. */
export function writeRuns(ids: readonly string[]): string | undefined {
  return ids.length === 0 ? undefined : ids.join('.');
}

/** Picks or unpicks a run; above the maximum the first one is dropped. */
export function togglePicked(picked: readonly string[], runId: string): readonly string[] {
  if (picked.includes(runId)) return picked.filter((id) => id !== runId);
  return [...picked, runId].slice(-MOST);
}
