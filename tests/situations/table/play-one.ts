import type { Situation } from '../situation.ts';
import type { PlannedRun } from '../stage/stage.ts';
import type { Plan } from '../stage/planned-endpoint.ts';
import type { Suite } from '../stage/suites.ts';

/** Plays one run with `fairtrial run`, without a baseline. */
export function playOne(
  suite: Suite,
  plan: Plan,
  changes: Pick<PlannedRun, 'attempts' | 'flags'> = {},
): Situation['play'] {
  return async (stage) => [
    await stage.run({ suite, model: stage.addModel('v1', plan), ...changes }),
  ];
}
