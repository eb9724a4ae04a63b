import type { TurnOutcome } from '../../db/turns/page-turns.ts';
import type { RunPasses, ScenarioPasses } from '@fairtrial/contracts';
import { describeRunPasses, describeScenarioPasses, type PassCount } from '@fairtrial/statistics';
import { attemptsAt, isCompleteAttempt, type RunPlan } from '../../entities/run.ts';
import type { ConversationRow } from '../../db/turns/with-conversations.ts';
import { attemptPassed } from '../grade/passing.ts';
import { roundPasses } from './rounding.ts';

export interface PassCollector {
  /** Turns must be added in run order, each conversation after its turns. */
  add(turn: TurnOutcome | ConversationRow): void;
  read(): PassResults;
}

interface PassResults {
  readonly run: RunPasses | undefined;
  readonly scenarios: readonly (ScenarioPasses | undefined)[];
  /** Pass flags by scenario and attempt; `undefined` if unknown. */
  readonly attempts: readonly (readonly (boolean | undefined)[])[];
}

/** Collects which attempts of a run passed. Unknown for attempts that were not played to the end. */
export function collectPasses(
  plan: Pick<RunPlan, 'scenarios' | 'attempts' | 'scenarioAttempts' | 'passThreshold'>,
): PassCollector {
  const attempts = plan.scenarios.map((_, no) =>
    Array.from({ length: attemptsAt(plan, no) }, (): boolean | undefined => undefined),
  );
  let current: (TurnOutcome | ConversationRow)[] = [];

  function closeAttempt(): void {
    const [first] = current;
    const turns = current;
    current = [];
    if (first === undefined) return;
    const scenario = plan.scenarios[first.scenarioNo];
    const scenarioAttempts = attempts[first.scenarioNo];
    if (scenario === undefined || scenarioAttempts === undefined) return;
    if (isCompleteAttempt(scenario, turns)) {
      scenarioAttempts[first.attemptNo] = attemptPassed(turns, scenario, plan.passThreshold);
    }
  }

  return {
    add(turn) {
      const [first] = current;
      if (first?.scenarioNo !== turn.scenarioNo || first.attemptNo !== turn.attemptNo)
        closeAttempt();
      current.push(turn);
    },
    read() {
      closeAttempt();
      const counts = attempts.map(countPasses);
      return {
        run: roundPasses(describeRunPasses(counts)),
        scenarios: counts.map((count) => roundPasses(describeScenarioPasses(count))),
        attempts,
      };
    },
  };
}

export function countPasses(attempts: readonly (boolean | undefined)[]): PassCount {
  return {
    passes: attempts.filter((passed) => passed === true).length,
    attempts: attempts.filter((passed) => passed !== undefined).length,
    unknown: attempts.filter((passed) => passed === undefined).length,
  };
}
