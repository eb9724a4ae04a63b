/** Chosen or no longer chosen; of too many the first is let go. */
export function togglePicked(
  picked: readonly string[],
  runId: string,
  most: number,
): readonly string[] {
  if (picked.includes(runId)) return picked.filter((id) => id !== runId);
  return [...picked, runId].slice(-most);
}
