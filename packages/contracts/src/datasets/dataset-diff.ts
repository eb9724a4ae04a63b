import { z } from 'zod';
import { TestBatch } from '../scenarios/test-batch.ts';
import { sortKeys } from '../json/json.ts';

export const ScenarioChange = z.enum(['added', 'removed', 'changed', 'moved']);
export type ScenarioChange = z.infer<typeof ScenarioChange>;

const ChangedScenario = z.object({ id: z.string(), name: z.string(), change: ScenarioChange });

/** The response of `GET /datasets/{name}/diff`. */
export const DatasetDiff = z
  .object({
    name: z.string(),
    from: z.int(),
    to: z.int(),
    added: z.int(),
    removed: z.int(),
    changed: z.int(),
    moved: z.int(),
    scenarios: z.array(
      ChangedScenario.extend({
        before: TestBatch.nullable().describe('`null` if it was added.'),
        after: TestBatch.nullable().describe('`null` if it was removed.'),
      }),
    ),
    next_cursor: z.string().nullable().describe('`null` on the last page.'),
  })
  .meta({ id: 'DatasetDiff' });
export type DatasetDiff = z.infer<typeof DatasetDiff>;

/** In the problem document with status 412: what was changed since the version that the caller edited. */
export const DatasetConflict = z
  .object({
    base_version: z
      .int()
      .nullable()
      .describe('The version that the caller edited, if it was given.'),
    latest_version: z.int(),
    author: z.string().nullable().describe('Who made the latest version.'),
    changes: z.array(ChangedScenario).describe('At most 100. `GET /datasets/{name}/diff` has all.'),
    total: z.int().describe('Number of changed scenarios.'),
  })
  .meta({ id: 'DatasetConflict' });
export type DatasetConflict = z.infer<typeof DatasetConflict>;

/**
 * The content of a scenario as text: equal scenarios have the same text, whatever the order of their keys. Its SHA-256
 * is the content hash, in the service and in the CLI.
 */
export function serializeScenario(scenario: TestBatch): string {
  return JSON.stringify(sortKeys(scenario));
}

/** The positions of the longest increasing subsequence, in O(n log n): what can stay in place when a list is reordered. */
export function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  /** ends[n]: the position of the smallest value with which a subsequence of n + 1 values can end. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, value] of values.entries()) {
    const length = countSmaller(ends, (end) => (values[end] ?? 0) < value);
    previous.push(ends[length - 1]);
    ends[length] = at;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.add(at);
  return found;
}

/** How many items at the start of a sorted list are smaller. */
function countSmaller(items: readonly number[], isSmaller: (item: number) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSmaller(items[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
