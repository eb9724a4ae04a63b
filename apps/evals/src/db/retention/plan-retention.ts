import type { Partition } from '../partitions/partition.ts';

export interface RetentionPlan {
  /** Runs that started before this time are removed. */
  readonly cutOff: Date;
  /** Partitions that only have runs before the cut-off. */
  readonly expired: readonly Partition[];
}

/**
 * The cut-off is the start of the first partition of turns that is not completely older than `oldest`, so that a run is
 * removed together with the partition of its turns. The other tables have the same partitions.
 */
export function planRetention(partitions: readonly Partition[], oldest: Date): RetentionPlan {
  const turns = partitions.filter(({ table, to }) => table === 'turn' && to > oldest);
  const starts = turns.map(({ from }) => from.getTime());
  const cutOff = new Date(Math.min(oldest.getTime(), ...starts));
  return { cutOff, expired: partitions.filter(({ to }) => to <= cutOff) };
}
