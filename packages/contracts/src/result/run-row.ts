import { z } from 'zod';

const Ordinal = z.int().min(0);
const Score = z.number().min(0).max(1);

/**
 * Status of an interaction over all its attempts. error: a request failed. failed, flaky, passed: no, some or all
 * attempts passed, by the pass threshold of the query or, without one, by the threshold and checks of the run. scored:
 * there is no threshold and no check. unscored: there is nothing to score.
 */
export const RowStatus = z.enum(['error', 'failed', 'flaky', 'passed', 'scored', 'unscored']);
export type RowStatus = z.infer<typeof RowStatus>;

/** An interaction of a run, aggregated over its attempts. */
export const RunRow = z
  .object({
    scenario: Ordinal,
    turn: Ordinal,
    scenario_name: z.string(),
    user_message: z.string().describe('The beginning of the user message.'),
    status: RowStatus,
    mean: Score.nullable(),
    scores: z.array(Score.nullable()).describe('`overall` of each executed attempt.'),
    metadata: Score.nullable().describe('Mean score of the expected annotations.'),
    latency_ms: z.number().describe('Median over the attempts.'),
    tokens: z.number().nullable().describe('Mean of the token counts that the endpoint reported.'),
    failed_checks: z
      .array(z.string())
      .describe(
        'Required checks that failed in at least one attempt, by id, or by type without an id.',
      ),
    baseline_mean: Score.nullable().describe(
      'With `baseline`: the mean of the same interaction in that run.',
    ),
  })
  .meta({ id: 'RunRow' });
export type RunRow = z.infer<typeof RunRow>;

export const RunRowList = z
  .object({
    rows: z.array(RunRow),
    total: z.int().describe('Number of rows on all pages together.'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RunRowList' });
export type RunRowList = z.infer<typeof RunRowList>;

export const RowSort = z.enum(['score', '-score', 'position', 'latency', '-latency']);
export type RowSort = z.infer<typeof RowSort>;

/** Figures that are computed from the turns of a run. */
export const RunFigures = z
  .object({
    histogram: z
      .array(z.int())
      .describe('Number of turns with `overall` in each of 20 equal bins from 0 to 1.'),
    latency_ms: z
      .object({ median: z.number(), p95: z.number() })
      .nullable()
      .describe('Latency of answered requests.'),
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
      .describe('Number of interactions by status.'),
  })
  .meta({ id: 'RunFigures' });
export type RunFigures = z.infer<typeof RunFigures>;
