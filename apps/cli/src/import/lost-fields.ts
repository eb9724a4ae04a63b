import { formatMany } from '@assay/format';

/** Lists the fields that a batch cannot represent, with the number of objects that have a value in each. */
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
