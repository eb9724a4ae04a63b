import type { Comparison } from '@assay/contracts';

type Difference = Comparison['differences'][number];

/** Strings as they are, other values as JSON. */
export function formatSetting(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Splits differing objects into the fields that differ, such as `parameters.temperature`. */
export function listChangedSettings(differences: readonly Difference[]): readonly Difference[] {
  return differences.flatMap(({ field, baseline, candidate }) => {
    const [old, now] = [fieldsOf(baseline), fieldsOf(candidate)];
    if (old === undefined || now === undefined) return [{ field, baseline, candidate }];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
      .map((key) => ({
        field: `${field}.${key}`,
        baseline: old[key] ?? null,
        candidate: now[key] ?? null,
      }));
  });
}

/** `undefined` if the value is neither an object nor absent. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  return { ...value };
}
