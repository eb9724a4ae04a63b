import { isJudgedCheck, type Outcome, type Scores } from '@fairtrial/contracts';
import type { PlannedScenario } from '../../entities/run.ts';
import type { TurnOrdinals } from '../../entities/turn.ts';
import type { Excludable } from './leave-out-excluded.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';

/** Answered turns and conversations that a judge was asked about, and those of them without a usable answer. */
export interface JudgedCount {
  readonly asked: number;
  readonly failed: number;
}

interface JudgedTurn extends TurnOrdinals, Excludable {
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
      const checks = planned?.checks ?? [];
      const wasAsked = isConversation(turn) ? isAsked(turn) : isReplyAsked(turn, checks);
      if (!wasAsked) return;
      asked += 1;
      if (isConversation(turn) && turn.user) failed += isAuditOpen(turn, checks) ? 1 : 0;
      else if (turn.scores['judge'] === null || hasOpenCheck(turn, checks)) failed += 1;
    },
    read: () => ({ asked, failed }),
  };
}

type Checks = readonly object[];

/** The scores of an attempt that does not count were removed; its judge did not fail. */
function isReplyAsked({ outcome, scores, isExcluded }: JudgedTurn, checks: Checks): boolean {
  if (isExcluded === true) return false;
  return outcome === 'answered' && (scores['judge'] !== undefined || checks.some(isJudgedCheck));
}

function isAsked({ user, checks }: ConversationRow): boolean {
  return user ? user.audit !== null : checks.some(({ verdict }) => verdict !== undefined);
}

function hasOpenCheck({ openChecks }: Pick<JudgedTurn, 'openChecks'>, checks: Checks): boolean {
  return (openChecks ?? []).some((at) => isJudgedCheck(checks[at] ?? {}));
}

/** A conversation that the simulated user spoiled has no result, but a usable audit. */
function isAuditOpen(row: ConversationRow, checks: Checks): boolean {
  const isExcluded = row.user?.excluded != null;
  return !isExcluded && (row.user?.goal_reached === null || hasOpenCheck(row, checks));
}
