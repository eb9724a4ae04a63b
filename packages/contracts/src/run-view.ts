import { z } from 'zod';
import { EvaluationResponse } from './evaluation-response.ts';
import { RunId } from './run-id.ts';

export const RunState = z.enum(['running', 'completed', 'failed']);
export type RunState = z.infer<typeof RunState>;

/** A run as `GET /runs/{run_id}` shows it. */
export const RunView = z
  .object({
    run_id: RunId,
    state: RunState,
    test_name: z.string(),
    endpoint: z.string(),
    model_id: z.string(),
    attempts: z.int(),
    created_at: z.iso.datetime(),
    turns: z.object({ finished: z.int(), total: z.int() }),
    result: EvaluationResponse.nullable(),
  })
  .meta({ id: 'RunView' });
export type RunView = z.infer<typeof RunView>;
