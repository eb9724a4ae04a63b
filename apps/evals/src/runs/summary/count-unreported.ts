import { isCutOff, isNotReported } from '@fairtrial/scorers';
import type { PlannedScenario } from '../../entities/run.ts';
import type { TurnCheck, TurnOrdinals } from '../../entities/turn.ts';
import { CONVERSATION_TURN } from '../../db/turns/with-conversations.ts';
import { requiredChecks } from '../grade/passing.ts';

/** Required `tools` checks of answered requests, and those of them that could not be decided. */
export interface UnreportedCount {
  readonly checks: number;
  /** The reply has no list of calls. */
  readonly unreported: number;
  /** The reply has more or longer calls than are stored. */
  readonly cut: number;
}

interface CheckedTurn extends TurnOrdinals {
  readonly checks: readonly TurnCheck[];
}

export function countUnreported(scenarios: readonly PlannedScenario[]): {
  add(turn: CheckedTurn): void;
  read(): UnreportedCount;
} {
  let checks = 0;
  let unreported = 0;
  let cut = 0;
  return {
    add(turn) {
      const scenario = scenarios[turn.scenarioNo];
      const planned =
        turn.turnNo === CONVERSATION_TURN ? scenario : scenario?.interactions[turn.turnNo];
      const required = requiredChecks(planned ?? {}, turn.checks);
      const ofTools = required.filter(({ type }) => type === 'tools');
      unreported += ofTools.filter(isNotReported).length;
      cut += ofTools.filter(isCutOff).length;
      checks += ofTools.filter(
        (check) => check.passed !== null || isNotReported(check) || isCutOff(check),
      ).length;
    },
    read: () => ({ checks, unreported, cut }),
  };
}
