import type { Stats } from '@fairtrial/contracts';

const PREFIX = 'metadata.';
const MAX_FIELDS = 3;

/** The expected metadata fields and how often each was correct. */
export function metadataFields(
  stats: Stats,
): readonly { readonly field: string; readonly mean: number }[] {
  return Object.entries(stats)
    .filter(([metric]) => metric.startsWith(PREFIX))
    .slice(0, MAX_FIELDS)
    .map(([metric, { mean }]) => ({ field: metric.slice(PREFIX.length), mean }));
}
