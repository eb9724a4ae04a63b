import type { Baseline } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { Run, RunPlan } from '../../entities/run.ts';
import { checkBaselineAttempts, withoutComparisons } from '../gates/check-gates.ts';
import { checkFixedBaseline } from '../looks/check-stop-early.ts';
import { resolveBaseline, type BaselineServices } from '../gates/resolve-baseline.ts';

interface ChoiceOptions extends BaselineServices {
  readonly requested: Baseline;
  /** The gates of the request, without the one that the baseline adds. */
  readonly given: readonly string[];
}

/**
 * Returns the plan of a new run with its baseline. If no run qualifies as `latest`, the run starts without a baseline,
 * and gates that compare are left out: they would keep the first run of a test, and so every run, from passing. It plays
 * all its attempts, so that later runs can be compared with it.
 */
export async function chooseBaseline(
  tx: SqlExecutor,
  run: Run,
  { given, ...options }: ChoiceOptions,
): Promise<RunPlan> {
  const { plan } = run;
  const { run: found, requested, reason } = await resolveBaseline(tx, run, options);
  const baseline = { requested, reason };
  if (found !== undefined) {
    checkBaselineAttempts(plan.gates, found);
    checkFixedBaseline(plan.looks, found);
    return { ...plan, baselineRunId: found.id, baseline };
  }
  const gates = withoutComparisons(plan.gates);
  const isAnyLeftOut = given.some((gate) => !gates.includes(gate));
  const warnings = isAnyLeftOut ? [`gates that compare were left out: ${reason}`] : [];
  if (plan.looks !== undefined) warnings.push(`stop_early has no effect: ${reason}`);
  return {
    ...plan,
    baseline,
    gates,
    looks: undefined,
    scenarioAttempts: undefined,
    warnings: [...plan.warnings, ...warnings],
  };
}
