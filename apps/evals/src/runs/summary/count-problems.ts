import { type JsonPointer, isJudgedCheck, type Outcome, type Scores } from '@fairtrial/contracts';
import { isCutOff, isNotReported } from '@fairtrial/scorers';
import type { TurnOutcome } from '../../db/turns/page-turns.ts';
import { checksOf, type PlannedScenario } from '../../entities/run.ts';
import type { SubjectOrdinals, TurnCheck, TurnOrdinals } from '../../entities/turn.ts';
import type { Excludable } from './leave-out-excluded.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';
import { requiredChecks } from '../grade/passing.ts';

/** Turns that the endpoint answered but whose reply or session id could not be read. */
export interface MisreadCount {
  readonly turns: number;
  /** Those of them whose reply was read, but not the session id. */
  readonly withoutSession: number;
  /** Other turns that failed without a request. */
  readonly unsent: number;
  /** The most likely position of the reply; `undefined` if unknown. */
  readonly proposedReply: JsonPointer | undefined;
  /** The most likely position of the session id; `undefined` if unknown. */
  readonly proposedSession: JsonPointer | undefined;
}

export const NONE_MISREAD: MisreadCount = {
  turns: 0,
  withoutSession: 0,
  unsent: 0,
  proposedReply: undefined,
  proposedSession: undefined,
};

export function countMisread(): {
  add(
    turn: Pick<
      TurnOutcome,
      'isMisread' | 'lacksSession' | 'isUnsent' | 'proposedReply' | 'proposedSession'
    >,
  ): void;
  read(): MisreadCount;
} {
  let count = NONE_MISREAD;
  return {
    add({ isMisread, lacksSession, isUnsent, proposedReply, proposedSession }) {
      count = {
        turns: count.turns + (isMisread ? 1 : 0),
        withoutSession: count.withoutSession + (lacksSession ? 1 : 0),
        unsent: count.unsent + (isUnsent && !isMisread ? 1 : 0),
        proposedReply: count.proposedReply ?? proposedReply ?? undefined,
        proposedSession: count.proposedSession ?? proposedSession ?? undefined,
      };
    },
    read: () => count,
  };
}

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
      const checks = scenario ? checksOf(scenario, turn) : [];
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

/** Required `tools` checks of answered requests, and those of them that could not be decided. */
export interface UnreportedCount {
  readonly checks: number;
  /** The reply has no list of calls. */
  readonly unreported: number;
  /** The reply has more or longer calls than are stored. */
  readonly cut: number;
}

interface CheckedSubject extends SubjectOrdinals {
  readonly checks: readonly TurnCheck[];
}

export function countUnreported(scenarios: readonly PlannedScenario[]): {
  add(subject: CheckedSubject): void;
  read(): UnreportedCount;
} {
  let checks = 0;
  let unreported = 0;
  let cut = 0;
  return {
    add(subject) {
      const scenario = scenarios[subject.scenarioNo];
      const planned = scenario && checksOf(scenario, subject);
      const required = requiredChecks(planned, subject.checks);
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

const MAX_NAMES = 3;

/**
 * Counts replies of models other than the requested one. They are scored; the warning names the models that answered.
 */
export function countOtherModels(asked: string): {
  add(turn: Pick<TurnOutcome, 'outcome' | 'otherModel'>): void;
  /** Returns at most one warning. */
  listWarnings(): readonly string[];
} {
  let replies = 0;
  let others = 0;
  const names = new Set<string>();
  return {
    add({ outcome, otherModel }) {
      if (outcome !== 'answered') return;
      replies += 1;
      if (otherModel === null) return;
      others += 1;
      names.add(otherModel);
    },
    listWarnings() {
      if (others === 0) return [];
      const hidden = names.size - MAX_NAMES;
      const shown = [...names].slice(0, MAX_NAMES).join(', ');
      const by = hidden > 0 ? `${shown} and ${hidden} more` : shown;
      return [
        `${others} of ${replies} replies came from another model: asked for ${asked}, answered by ${by}`,
      ];
    },
  };
}
