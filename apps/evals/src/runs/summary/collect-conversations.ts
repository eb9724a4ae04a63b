import {
  countScenarioTurns,
  type Outcome,
  type Usage,
  type UserResult,
} from '@fairtrial/contracts';
import { hasSimulatedUser, type PlannedScenario } from '../../entities/run.ts';
import { isSameAttempt } from '../../db/turns/group-attempts.ts';
import type { TurnOrdinals } from '../../entities/turn.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';
import { sumUsage, type UsageTotal } from './pricing.ts';

/** One conversation with a simulated user, without its texts. */
export interface ConversationFigures {
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly turns: number;
  readonly turnsToGoal: number | null;
  readonly replays: number;
  readonly excluded: UserResult['excluded'];
  /** True if a judge was asked and gave no usable answer. */
  readonly isUnaudited: boolean;
  /** Of the model under test. */
  readonly spent: UsageTotal;
}

interface PlayedTurn extends TurnOrdinals {
  readonly outcome: Outcome;
  readonly usage: Usage | null;
}

export interface ConversationCollector {
  /** Rows must be added in run order, each conversation after its turns. */
  add(row: PlayedTurn | ConversationRow): void;
  read(): CollectedConversations;
}

export interface CollectedConversations {
  readonly conversations: readonly ConversationFigures[];
  /** Planned turns that were not played, because conversations ended before their maximum. */
  readonly unplayed: number;
}

/** Collects the conversations with simulated users that were played to their end. */
export function collectConversations(scenarios: readonly PlannedScenario[]): ConversationCollector {
  const conversations: ConversationFigures[] = [];
  const hasUsers = hasSimulatedUser({ scenarios });
  let unplayed = 0;
  let current: TurnOrdinals | undefined;
  let spent = sumUsage();

  function close({ scenarioNo, attemptNo, user }: ConversationRow): void {
    const scenario = scenarios[scenarioNo];
    if (!user || scenario === undefined) return;
    unplayed += countScenarioTurns(scenario) - user.turns;
    conversations.push({
      scenarioNo,
      attemptNo,
      turns: user.turns,
      turnsToGoal: user.turns_to_goal,
      replays: user.replays,
      excluded: user.excluded,
      isUnaudited: user.audit?.outcome === 'failed',
      spent: spent.read(),
    });
  }

  return {
    add(row) {
      if (!hasUsers) return;
      if (!isSameAttempt(row, current)) spent = sumUsage();
      current = row;
      if (isConversation(row)) close(row);
      else spent.add(row);
    },
    read: () => ({ conversations, unplayed }),
  };
}
