import { isJudgedCheck, type Outcome, type Scores } from '@assay/contracts';
import type { PlannedScenario } from '../../db/runs/run.ts';
import type { TurnOrdinals } from '../../db/turns/turn.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';

/** Answered turns and conversations that a judge was asked about, and those of them without a usable answer. */
export interface JudgedCount {
  readonly asked: number;
  readonly failed: number;
}

interface JudgedTurn extends TurnOrdinals {
  readonly outcome: Outcome;
  readonly scores: Scores;
  readonly openChecks: readonly number[] | null;
}

export function countJudged(scenarios: readonly PlannedScenario[]): {
  add(turn: JudgedTurn | ConversationRow): void;
  read(): JudgedCount;
} {
  let asked = 0;
  let failed = 0;
  return {
    add(turn) {
      const scenario = scenarios[turn.scenarioNo];
      const planned = isConversation(turn) ? scenario : scenario?.interactions[turn.turnNo];
      const isJudged = (at: number): boolean => isJudgedCheck(planned?.checks?.[at] ?? {});
      const isAnswered = isConversation(turn)
        ? turn.checks.some(({ verdict }) => verdict !== undefined)
        : turn.outcome === 'answered';
      if (!isAnswered) return;
      const { judge } = turn.scores;
      const hasJudgedCheck = (planned?.checks ?? []).some(isJudgedCheck);
      if (!hasJudgedCheck && judge === undefined) return;
      asked += 1;
      if (judge === null || (turn.openChecks ?? []).some(isJudged)) failed += 1;
    },
    read: () => ({ asked, failed }),
  };
}
