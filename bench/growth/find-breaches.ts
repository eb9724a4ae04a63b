/** What one request, or one call of a statement, reads: pages of 8 KB, in the small database and in the filled one. */
export interface Cost {
  readonly name: string;
  readonly small: number;
  readonly filled: number;
  /** The one that reads the most in the filled database. */
  readonly statement: string;
}

/** What may be read for other reasons: the catalogue, of which a new connection reads up to 600 pages at its first changes. */
const FREE_BUFFERS = 700;
/**
 * An index over thousands of times as many rows has two levels more, so what is found by its key costs at most three
 * times as much. Whatever reads rows of other runs grows with their number and exceeds this by far.
 */
const MAX_RATIO = 3;

/** What reads more by design, and what it may read however much there is. */
const ALLOWED = [
  // No index suits every combination of filters: such a list looks at up to 10,000 runs, each in one or two pages.
  { name: /^GET \/runs\?q=.*&state=.*&model_id=/, buffers: 25_000 },
  // Every ten minutes, in one of the processes, pg-boss looks at all jobs to delete those that ended.
  {
    name: /DELETE FROM assay_queue\.job_common\s+WHERE name = ANY.*completed_on/s,
    buffers: Infinity,
  },
];

/** What costs more because there is more data of others. */
export function findBreaches(costs: readonly Cost[]): readonly Cost[] {
  return costs.filter(({ name, small, filled }) => {
    const allowed = ALLOWED.find((exception) => exception.name.test(name))?.buffers ?? 0;
    return filled > Math.max(FREE_BUFFERS, MAX_RATIO * small, allowed);
  });
}
