import type { Metadata } from '@fairtrial/contracts';

/** Allowed values of an annotation: one of the known labels, several of them, or any value of a type. */
export type LabelKind =
  | { readonly type: 'label' | 'labels'; readonly values: readonly string[] }
  | { readonly type: 'boolean' | 'number' | 'text' };

export type LabelKinds = ReadonlyMap<string, LabelKind>;

/** Used if no known label fits. */
export const OTHER = 'other';

/** Keys with more distinct values are treated as free text; endpoints also limit the size of an enum. */
const MAX_LABELS = 100;

/**
 * Derives the annotations to request from the metadata that a batch expects. Keys with objects or values of several
 * types are left out, because their allowed values are unknown.
 */
export function collectLabelKinds(expected: readonly Metadata[]): LabelKinds {
  const seen = Map.groupBy(
    expected.flatMap((metadata) => Object.entries(metadata)),
    ([key]) => key,
  );
  const kinds = [...seen].flatMap(([key, entries]): [string, LabelKind][] => {
    const kind = findLabelKind(entries.map(([, value]) => value).filter((value) => value !== null));
    return kind === undefined ? [] : [[key, kind]];
  });
  return new Map(kinds);
}

function findLabelKind(values: readonly unknown[]): LabelKind | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (values.every((value) => typeof value === 'string')) return listLabels('label', values);
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.every((value) => typeof value === 'number')) return { type: 'number' };
  return values.every(isLabels) ? listLabels('labels', values.flat()) : undefined;
}

function listLabels(type: 'label' | 'labels', values: readonly string[]): LabelKind | undefined {
  const distinct = [...new Set([...values, OTHER])];
  if (distinct.length <= MAX_LABELS) return { type, values: distinct };
  return type === 'label' ? { type: 'text' } : undefined;
}

function isLabels(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
