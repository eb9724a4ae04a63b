import { AppError, type EvaluationRequest } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { planLooks } from '@fairtrial/statistics';
import type { PlannedLook, Run, RunPlan } from '../../entities/run.ts';

/** Throws if there is no finished run to compare with while the run is played. */
export function checkStopEarly({ stop_early, baseline, against }: EvaluationRequest): void {
  if (stop_early !== true) return;
  if (against !== undefined) {
    throw refusal(
      'cannot be used with against: both models are played at the same time, and a baseline must be finished; use baseline instead',
    );
  }
  if (baseline === undefined) {
    throw refusal(
      'a run stops early when its comparison is decided: set baseline to latest, pinned, or the id of a run',
    );
  }
}

type StopRequest = Pick<EvaluationRequest, 'stop_early' | 'attempts'>;

/** Returns the looks of a run, and the attempts up to the first one; nothing if its attempts are fixed. */
export function planStop(
  { stop_early, attempts = 1 }: StopRequest,
  scenarios: number,
): Pick<RunPlan, 'looks' | 'scenarioAttempts'> {
  const looks = stop_early === true ? planLooks({ scenarios, attempts }) : [];
  const [first] = looks;
  // With one look, at the end, the run cannot stop early.
  if (first === undefined || looks.length === 1) return {};
  return { looks, scenarioAttempts: Array.from({ length: scenarios }, () => first.attempts) };
}

/** Explains why a run cannot stop early. */
export function warnOfSingleLook(request: StopRequest, scenarios: number): readonly string[] {
  if (request.stop_early !== true || planStop(request, scenarios).looks !== undefined) return [];
  const [first] = planLooks({ scenarios, attempts: Infinity });
  return [
    `stop_early has no effect: ${formatMany(scenarios, 'scenario')} can stop after ${first?.attempts ?? 0} attempts, and the run has ${request.attempts ?? 1}`,
  ];
}

/** Throws if the baseline has fewer attempts than the last look, or stopped early itself: it is never extended. */
export function checkFixedBaseline(
  looks: readonly PlannedLook[] | undefined,
  { id, plan }: Pick<Run, 'id' | 'plan'>,
): void {
  const needed = looks?.at(-1)?.attempts ?? 0;
  if (plan.attempts >= needed && (looks === undefined || plan.looks === undefined)) return;
  const why =
    plan.looks === undefined
      ? `it has ${formatMany(plan.attempts, 'attempt')}`
      : 'it was started with stop_early';
  throw refusal(
    `needs a baseline with ${needed} fixed attempts, and run ${id} cannot be used: ${why}; start a run with ${needed} attempts and without stop_early, and compare with that one`,
  );
}

function refusal(detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer: '/stop_early', detail }] });
}
