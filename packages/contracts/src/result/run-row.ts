import { z } from 'zod';

const Ordinal = z.int().min(0);
const Score = z.number().min(0).max(1);

/**
 * What became of an interaction over all its attempts. error: a request failed. failed, flaky, passed: none,
 * some or all attempts passed, by the pass threshold of the query, else that of the run and its checks. scored:
 * nothing defines passing. unscored: there is nothing to score.
 */
export const RowStatus = z.enum(['error', 'failed', 'flaky', 'passed', 'scored', 'unscored']);
export type RowStatus = z.infer<typeof RowStatus>;

/** An interaction of a run over all its attempts, as tables show it. */
export const RunRow = z
  .object({
    scenario: Ordinal,
    turn: Ordinal,
    scenario_name: z.string(),
    user_message: z.string().describe('Its beginning.'),
    status: RowStatus,
    mean: Score.nullable(),
    scores: z.array(Score.nullable()).describe('`overall`, one for each attempt that was played.'),
    metadata: Score.nullable().describe('Share of the expected annotations that were given.'),
    latency_ms: z.number().describe('The median.'),
    tokens: z.number().nullable().describe('The mean of what the endpoint counted.'),
    failed_checks: z
      .array(z.string())
      .describe(
        'Required checks that failed in an attempt: their ids, or types if they have none.',
      ),
    baseline_mean: Score.nullable().describe('With `baseline`: of the same interaction there.'),
  })
  .meta({ id: 'RunRow' });
export type RunRow = z.infer<typeof RunRow>;

export const RunRowList = z
  .object({
    rows: z.array(RunRow),
    total: z.int().describe('How many there are in all, on every page.'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RunRowList' });
export type RunRowList = z.infer<typeof RunRowList>;

export const RowSort = z.enum(['score', '-score', 'position', 'latency', '-latency']);
export type RowSort = z.infer<typeof RowSort>;

/** A run in numbers that only its turns know. */
export const RunFigures = z
  .object({
    histogram: z
      .array(z.int())
      .describe('How many turns have an `overall` in each of 20 equal parts from 0 to 1.'),
    latency_ms: z
      .object({ median: z.number(), p95: z.number() })
      .nullable()
      .describe('Of answered requests.'),
    rows: z
      .object({
        total: z.int(),
        error: z.int(),
        failed: z.int(),
        flaky: z.int(),
        passed: z.int(),
        scored: z.int(),
        unscored: z.int(),
        metadata_differs: z.int(),
      })
      .describe('How many interactions there are of each status.'),
  })
  .meta({ id: 'RunFigures' });
export type RunFigures = z.infer<typeof RunFigures>;
