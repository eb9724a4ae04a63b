/** Pages of 8 KB read by one request or one call of a statement, in the small and in the filled database. */
export interface Cost {
  readonly name: string;
  readonly small: number;
  readonly filled: number;
  /** The statement that reads the most in the filled database. */
  readonly statement: string;
}

/** Allowance for reads of the system catalogue: a new connection reads up to 600 pages at its first writes. */
const FREE_BUFFERS = 700;
/**
 * An index over thousands of times as many rows has two more levels, so a lookup by key costs at most three times as
 * much. A query that reads rows of other runs grows with their number and exceeds this by far.
 */
const MAX_RATIO = 3;

/** Requests and statements that read more by design, with their absolute limits. */
const ALLOWED = [
  // No index suits every combination of filters: such a list reads up to 10,000 runs, each in one or two pages.
  { name: /^GET \/runs\?q=.*&state=.*&model_id=/, buffers: 25_000 },
  // The index of tags is in no order: each of up to 1,000 runs with a rare tag is read, in one page.
  { name: /^GET \/runs\?tag=rare/, buffers: 2000 },
];

/** Returns the costs that grow with the data of other runs. */
export function findBreaches(costs: readonly Cost[]): readonly Cost[] {
  return costs.filter(({ name, small, filled }) => {
    const allowed = ALLOWED.find((exception) => exception.name.test(name))?.buffers ?? 0;
    return filled > Math.max(FREE_BUFFERS, MAX_RATIO * small, allowed);
  });
}
