import { z } from 'zod';
import { SuiteResult, ComparisonVerdict } from '../compare/comparison.ts';
import { GateResult } from '../gates/gate.ts';
import { StoppedBy } from '../shared/call-budget.ts';
import { RunId } from '../shared/run-id.ts';
import { EvaluationResponse } from './evaluation-response.ts';
import { Headline } from './headline.ts';
import { AverageScores } from './scores.ts';

/** The result of a finished run beyond its means, for lists, which read no summaries. */
export const RunOverview = z
  .object({
    headline: Headline,
    ci95: z.tuple([z.number(), z.number()]).nullable().describe('Of the mean of `overall`.'),
    latency_ms: z
      .object({ median: z.number(), p95: z.number() })
      .nullable()
      .describe('Of answered requests.'),
    verdict: z
      .object({
        baseline_run_id: RunId,
        result: SuiteResult.nullable().describe('On the suite as a whole.'),
        delta: z.number().nullable(),
        interval: ComparisonVerdict.shape.interval,
        regressed: z.int(),
        improved: z.int(),
        compared: z.int(),
      })
      .nullable()
      .describe('With a baseline: how many of the compared scenarios changed beyond noise.'),
    gate: z
      .object({ verdict: GateResult, failed: z.int(), inconclusive: z.int(), total: z.int() })
      .nullable()
      .optional()
      .describe(
        'How many of its gates failed; null without gates, absent in runs of older versions.',
      ),
  })
  .meta({ id: 'RunOverview' });
export type RunOverview = z.infer<typeof RunOverview>;

export const RunState = z.enum(['running', 'cancelling', 'completed', 'cancelled', 'failed']);
export type RunState = z.infer<typeof RunState>;

/** A run as lists show it. */
export const RunHead = z
  .object({
    run_id: RunId,
    project: z.string(),
    state: RunState,
    test_name: z.string(),
    endpoint: z.string(),
    model_id: z.string(),
    attempts: z.int(),
    tags: z.array(z.string()),
    branch: z.string().nullable().describe('Of the repository, as the request said.'),
    pinned: z.boolean().describe('Whether it is the pinned baseline of its test.'),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    turns: z.object({ finished: z.int(), total: z.int() }),
    failed_turns: z.int(),
    budget: z
      .object({
        calls: z.int(),
        reserved: z
          .int()
          .describe('Calls that were made, or are set aside for attempts that are being played.'),
      })
      .nullable()
      .describe('Of calls to the endpoint; null if the run has none.'),
    stopped_by: StoppedBy.nullable().describe('null unless the run left out turns.'),
    scores: AverageScores.nullable().describe('The means of the run, once it is finished.'),
    overview: RunOverview.nullable().describe(
      'Once it is finished; null for runs of older versions.',
    ),
  })
  .meta({ id: 'RunHead' });
export type RunHead = z.infer<typeof RunHead>;

export const RunList = z
  .object({
    runs: z.array(RunHead),
    next_cursor: z
      .string()
      .nullable()
      .describe(
        'Null at the end. A page may have fewer runs than `limit`, or none, and still a next one: it looks at 10,000 runs at most.',
      ),
  })
  .meta({ id: 'RunList' });
export type RunList = z.infer<typeof RunList>;

/** A run as `GET /runs/{run_id}` shows it. */
export const RunView = RunHead.extend({
  result: EvaluationResponse.nullable(),
}).meta({ id: 'RunView' });
export type RunView = z.infer<typeof RunView>;

/** Formats of an exported run. */
export const ExportFormat = z.enum(['json', 'jsonl', 'csv', 'junit', 'md']);
export type ExportFormat = z.infer<typeof ExportFormat>;
