import { formatMany } from '@assay/format';

/** The fields that a batch has no place for, each with how many of the objects have a value in it. */
export function listLostFields(
  objects: readonly Readonly<Record<string, unknown>>[],
  isKept: (field: string) => boolean,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const [field, value] of objects.flatMap((one) => Object.entries(one))) {
    if (isKept(field) || value === '' || value === null || value === undefined) continue;
    counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  return [...counts].map(([field, n]) => `field ${field} left out (${formatMany(n, 'time')})`);
}
