import type { Stats } from '@assay/contracts';

const PREFIX = 'metadata.';
const MOST = 3;

/** The annotations that were expected, and how often each was right. */
export function metadataFields(
  stats: Stats,
): readonly { readonly field: string; readonly mean: number }[] {
  return Object.entries(stats)
    .filter(([metric]) => metric.startsWith(PREFIX))
    .slice(0, MOST)
    .map(([metric, { mean }]) => ({ field: metric.slice(PREFIX.length), mean }));
}
