import { AppError } from '@fairtrial/contracts';
import { USER_PROMPT_DIGEST } from '@fairtrial/scorers';
import type { PlannedScenario, RunPlan } from '../../entities/run.ts';
import type { AvailableModels } from './plan-grading.ts';

/**
 * The model that plays the simulated users of a run; `undefined` if it has none. Throws if no model is configured. That
 * a judge is configured, which audits the users, is checked with the other tasks of the judge.
 */
export function planUser(
  scenarios: readonly PlannedScenario[],
  { user: model }: AvailableModels,
): RunPlan['user'] {
  const at = scenarios.findIndex(({ user }) => user !== undefined);
  if (at < 0) return undefined;
  if (model !== undefined) return { model, promptDigest: USER_PROMPT_DIGEST };
  const detail = 'a simulated user needs a model that plays it: set USER_MODEL';
  throw new AppError('invalid_request', detail, { errors: [{ pointer: '/test_batch', detail }] });
}
