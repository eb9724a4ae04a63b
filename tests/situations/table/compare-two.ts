import type { Situation } from '../situation.ts';
import type { Plan } from '../stage/planned-endpoint.ts';
import type { PlannedRun } from '../stage/stage.ts';
import type { Suite } from '../stage/suites.ts';

interface Changes extends Pick<PlannedRun, 'attempts' | 'flags'> {
  /** Defaults to the attempts of the other run. */
  readonly baselineAttempts?: number;
}

type Plans = readonly [before: Plan, now: Plan];

/** The same model twice. */
export function same(plan: Plan): Plans {
  return [plan, plan];
}

/** Plays a baseline, then a run against it with `fairtrial run --baseline`, and compares the two. */
export function compareTwo(
  suite: Suite,
  [before, now]: Plans,
  { flags = [], attempts = 6, baselineAttempts = attempts }: Changes = {},
): Situation['play'] {
  return async (stage) => {
    const old = stage.addModel('v1', before);
    const model = before === now ? old : stage.addModel('v2', now);
    const baseline = await stage.seed({ suite, model: old, attempts: baselineAttempts });
    const against = ['--baseline', baseline, ...flags];
    const run = await stage.run({ suite, model, attempts, flags: against });
    return [run, await stage.compare(baseline, run.runId)];
  };
}
