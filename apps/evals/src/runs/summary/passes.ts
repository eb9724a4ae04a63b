import type { RunPasses, ScenarioPasses } from '@assay/contracts';
import { describeRunPasses, describeScenarioPasses, type Passes } from '@assay/statistics';
import type { TurnOutcome } from '../../db/turns/list-outcomes.ts';
import type { RunPlan } from '../../db/runs/run.ts';
import { attemptPassed } from '../scoring/passing.ts';
import { roundPasses } from './rounding.ts';

export interface PassCollector {
  /** In the order of the run. */
  add(turn: TurnOutcome): void;
  read(): Passing;
}

interface Passing {
  readonly run: RunPasses | undefined;
  readonly scenarios: readonly (ScenarioPasses | undefined)[];
  /** By scenario and attempt: whether it passed, as far as that is known. */
  readonly attempts: readonly (readonly (boolean | undefined)[])[];
}

/** Which attempts of a run passed. Of one that was not played to its end nobody knows. */
export function collectPasses(
  plan: Pick<RunPlan, 'scenarios' | 'attempts' | 'passThreshold'>,
): PassCollector {
  const attempts = plan.scenarios.map(() =>
    Array.from({ length: plan.attempts }, (): boolean | undefined => undefined),
  );
  let current: TurnOutcome[] = [];

  function close(): void {
    const [first] = current;
    const turns = current;
    current = [];
    if (first === undefined) return;
    const planned = plan.scenarios[first.scenarioNo]?.interactions.length;
    const of = attempts[first.scenarioNo];
    if (of !== undefined && turns.length === planned) {
      of[first.attemptNo] = attemptPassed(turns, plan.passThreshold);
    }
  }

  return {
    add(turn) {
      const [first] = current;
      if (first?.scenarioNo !== turn.scenarioNo || first.attemptNo !== turn.attemptNo) close();
      current.push(turn);
    },
    read() {
      close();
      const counts = attempts.map(countPasses);
      return {
        run: roundPasses(describeRunPasses(counts)),
        scenarios: counts.map((count) => roundPasses(describeScenarioPasses(count))),
        attempts,
      };
    },
  };
}

export function countPasses(attempts: readonly (boolean | undefined)[]): Passes {
  return {
    passes: attempts.filter((passed) => passed === true).length,
    attempts: attempts.filter((passed) => passed !== undefined).length,
  };
}
