import { AppError } from '@assay/contracts';
import { countInteractions, type RunPlan } from '../../db/runs/run.ts';

export interface RunLimits {
  readonly attempts: number;
  readonly interactions: number;
  readonly turns: number;
  readonly messageBytes: number;
}

/** Refuses a run that would cost more than the operator allows. */
export function checkLimits(plan: RunPlan, limits: RunLimits): void {
  const interactions = countInteractions(plan);
  const turns = interactions * plan.attempts;
  atMost('/attempts', plan.attempts, limits.attempts, 'attempts');
  atMost('/test_batch', interactions, limits.interactions, 'interactions');
  atMost('/attempts', turns, limits.turns, 'attempts × interactions');
  for (const { interactions: all } of plan.scenarios) {
    for (const { user_message, reference_reply } of all) {
      const bytes = Math.max(Buffer.byteLength(user_message), Buffer.byteLength(reference_reply));
      atMost('/test_batch', bytes, limits.messageBytes, 'bytes in one message');
    }
  }
}

// oxlint-disable-next-line max-params
function atMost(pointer: string, value: number, limit: number, what: string): void {
  if (value <= limit) return;
  const detail = `${value} ${what}, and at most ${limit} are allowed`;
  throw new AppError('limit_exceeded', detail, { errors: [{ pointer, detail }] });
}
