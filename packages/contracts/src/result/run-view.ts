import { z } from 'zod';
import { EvaluationResponse } from './evaluation-response.ts';
import { RunOverview } from './run-overview.ts';
import { RunId } from '../shared/run-id.ts';
import { AverageScores } from './scores.ts';

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
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    turns: z.object({ finished: z.int(), total: z.int() }),
    failed_turns: z.int(),
    scores: AverageScores.nullable().describe('The means of the run, once it is finished.'),
    overview: RunOverview.nullable().describe(
      'Once it is finished; null for runs of older versions.',
    ),
  })
  .meta({ id: 'RunHead' });
export type RunHead = z.infer<typeof RunHead>;

export const RunList = z
  .object({ runs: z.array(RunHead), next_cursor: z.string().nullable() })
  .meta({ id: 'RunList' });
export type RunList = z.infer<typeof RunList>;

/** A run as `GET /runs/{run_id}` shows it. */
export const RunView = RunHead.extend({
  result: EvaluationResponse.nullable(),
}).meta({ id: 'RunView' });
export type RunView = z.infer<typeof RunView>;
