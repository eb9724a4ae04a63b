import type { Partition } from '../partitions/partition.ts';

/** What retention removes. */
export interface RetentionPlan {
  /** Runs begun before this time go away. */
  readonly cutOff: Date;
  /** Partitions that have runs from before the cut-off only. */
  readonly expired: readonly Partition[];
  /** Partitions that have runs from both sides of it: rows in them are deleted one by one. */
  readonly mixed: readonly Partition[];
}

/**
 * The cut-off is the start of the first partition of turns that is not wholly older than `oldest`, so that a run goes
 * away together with the partition of its turns. The other tables have the same partitions, but for one that holds all
 * their rows from before they were partitioned.
 */
export function planRetention(partitions: readonly Partition[], oldest: Date): RetentionPlan {
  const turns = partitions.filter(({ table, to }) => table === 'turn' && to > oldest);
  const starts = turns.map(({ from }) => from.getTime());
  const cutOff = new Date(Math.min(oldest.getTime(), ...starts));
  return {
    cutOff,
    expired: partitions.filter(({ to }) => to <= cutOff),
    mixed: partitions.filter(({ from, to }) => from < cutOff && to > cutOff),
  };
}
