import { z } from 'zod';
import { SuiteResult, ComparisonVerdict } from '../compare/comparison.ts';
import { GateResult } from '../gates/gate.ts';
import { StoppedBy } from '../request/call-budget.ts';
import { RunId } from '../shared/fields.ts';
import { EvaluationResponse } from './evaluation-response.ts';
import { Headline } from '../summary/headline.ts';
import { AverageScores } from '../summary/scores.ts';

/** Key results of a finished run, stored separately so that lists do not have to read summaries. */
export const RunOverview = z
  .object({
    headline: Headline,
    ci95: z
      .tuple([z.number(), z.number()])
      .nullable()
      .describe('95 % confidence interval of the mean `overall`.'),
    latency_ms: z
      .object({ median: z.number(), p95: z.number() })
      .nullable()
      .describe('Latency of answered requests.'),
    verdict: z
      .object({
        baseline_run_id: RunId,
        result: SuiteResult.nullable().describe('Verdict on the whole suite.'),
        delta: z.number().nullable(),
        interval: ComparisonVerdict.shape.interval,
        regressed: z.int(),
        improved: z.int(),
        compared: z.int(),
      })
      .nullable()
      .describe(
        'With a baseline: the verdict on the suite and the number of compared scenarios that regressed or improved.',
      ),
    gate: z
      .object({ verdict: GateResult, failed: z.int(), inconclusive: z.int(), total: z.int() })
      .nullable()
      .describe('Gate verdict and number of failed gates. `null` without gates.'),
  })
  .meta({ id: 'RunOverview' });
export type RunOverview = z.infer<typeof RunOverview>;

export const RunState = z.enum(['running', 'cancelling', 'completed', 'cancelled', 'failed']);
export type RunState = z.infer<typeof RunState>;

/** A run in lists. */
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
    branch: z.string().nullable().describe('Source branch given in the request.'),
    dataset: z
      .string()
      .nullable()
      .describe(
        'The dataset and version that the scenarios come from, such as `support@7`. `null` if the request had them itself.',
      ),
    pinned: z.boolean().describe('true if the run is the pinned baseline of its test.'),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    turns: z.object({ finished: z.int(), total: z.int() }),
    failed_turns: z.int(),
    budget: z
      .object({
        calls: z.int(),
        reserved: z.int().describe('Calls made, plus calls reserved for attempts in progress.'),
      })
      .nullable()
      .describe('Budget of calls to the endpoint; `null` if the run has no budget.'),
    stopped_by: StoppedBy.nullable().describe(
      'The reason why the run skipped turns; `null` if it did not.',
    ),
    scores: AverageScores.nullable().describe('Mean scores; `null` until the run is finished.'),
    overview: RunOverview.nullable().describe('`null` until the run is finished.'),
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
        '`null` on the last page. A page reads at most 10,000 runs, so it can have fewer runs than `limit`, or none, although more pages follow.',
      ),
  })
  .meta({ id: 'RunList' });
export type RunList = z.infer<typeof RunList>;

/** The response of `GET /runs/{run_id}`. */
export const RunView = RunHead.extend({
  result: EvaluationResponse.nullable(),
}).meta({ id: 'RunView' });
export type RunView = z.infer<typeof RunView>;

export const ExportFormat = z.enum(['json', 'jsonl', 'csv', 'junit', 'md']);
export type ExportFormat = z.infer<typeof ExportFormat>;
