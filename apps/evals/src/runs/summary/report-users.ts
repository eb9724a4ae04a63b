import {
  UserFaultKind,
  type RunId,
  type UserReport,
  countScenarioTurns,
  type Outcome,
  type Usage,
  type UserResult,
} from '@fairtrial/contracts';
import { mean, wilsonInterval, exceedsFaultLimit } from '@fairtrial/statistics';
import { formatMany, formatShare } from '@fairtrial/format';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { type RunPlan, hasSimulatedUser, type PlannedScenario } from '../../entities/run.ts';
import { listFirstAudits, type AuditRow } from '../../db/users/user-audits.ts';
import { countUserMessages, type UserMessageCounts } from '../../db/users/user-messages.ts';
import { priceModel, toDollars, sumUsage, type UsageTotal } from './pricing.ts';
import { round } from './rounding.ts';
import { isSameAttempt } from '../../db/turns/group-attempts.ts';
import type { TurnOrdinals } from '../../entities/turn.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';

/** What is on record about the simulated users of a run, apart from their conversations. */
export interface UserRecords {
  /** The first audit of each attempt. */
  readonly audits: readonly AuditRow[];
  readonly messages: UserMessageCounts;
}

/** `undefined` if the run has no simulated users. */
export async function loadUserRecords(
  tx: SqlExecutor,
  { id, plan }: { readonly id: RunId; readonly plan: Pick<RunPlan, 'user'> },
): Promise<UserRecords | undefined> {
  if (plan.user === undefined) return undefined;
  const [audits, messages] = await Promise.all([
    listFirstAudits(tx, id),
    countUserMessages(tx, id),
  ]);
  return { audits, messages };
}

type ReportedPlan = Pick<RunPlan, 'user' | 'modelId' | 'prices'>;

/** Counts what the simulated users of a run did, and how their conversations went. */
export function reportUsers(
  plan: ReportedPlan,
  conversations: readonly ConversationFigures[],
  { audits, messages }: UserRecords,
): UserReport {
  const spoiled = audits.filter(({ outcome }) => outcome === 'spoiled');
  const rate = audits.length === 0 ? null : spoiled.length / audits.length;
  const interval = wilsonInterval(spoiled.length, audits.length);
  const counted = conversations.filter(({ excluded }) => excluded === null);
  const countExcluded = (reason: ConversationFigures['excluded']): number =>
    conversations.filter(({ excluded }) => excluded === reason).length;
  return {
    model: plan.user?.model ?? '',
    conversations: conversations.length,
    faults: {
      conversations: audits.length,
      spoiled: spoiled.length,
      rate: round(rate),
      ci95: interval ? [round(interval[0]), round(interval[1])] : null,
      by_kind: countKinds(spoiled),
    },
    replayed: conversations.filter(({ replays }) => replays > 0).length,
    excluded: {
      user_fault: countExcluded('user_fault'),
      user_failed: countExcluded('user_failed'),
    },
    unaudited: conversations.filter(({ isUnaudited }) => isUnaudited).length,
    turns: counted.length === 0 ? null : round(mean(counted.map(({ turns }) => turns))),
    turns_to_goal: describeTurnsToGoal(counted),
    cost_per_conversation: priceConversations(plan, counted),
    calls: messages.calls,
    usage: messages.usage,
  };
}

function countKinds(spoiled: readonly AuditRow[]): UserReport['faults']['by_kind'] {
  return Object.fromEntries(
    UserFaultKind.options.flatMap((kind) => {
      const count = spoiled.filter(({ faults }) => faults.includes(kind)).length;
      return count === 0 ? [] : [[kind, count] as const];
    }),
  );
}

function describeTurnsToGoal(counted: readonly ConversationFigures[]): UserReport['turns_to_goal'] {
  const reached = counted.flatMap(({ turnsToGoal }) => turnsToGoal ?? []);
  return reached.length === 0 ? null : { mean: round(mean(reached)), n: reached.length };
}

/** Null if the price is unknown, or if answers came without usage. */
function priceConversations(
  plan: ReportedPlan,
  counted: readonly ConversationFigures[],
): number | null {
  const costs = counted.map(({ spent }) => priceModel(plan, spent));
  const known = costs.filter((cost) => cost !== null);
  return costs.length === 0 || known.length < costs.length ? null : toDollars(mean(known));
}

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
  let current: PlayedTurn | ConversationRow | undefined;
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

/**
 * Why the gates of a run are not decided: in a scenario, too many conversations do not count because of the simulated
 * user, beyond chance. `undefined` if there is no such scenario. The counted conversations may be the easy ones.
 */
export function findUserDoubt(
  scenarios: readonly PlannedScenario[],
  conversations: readonly ConversationFigures[],
): string | undefined {
  for (const [no, all] of Map.groupBy(conversations, ({ scenarioNo }) => scenarioNo)) {
    const excluded = all.filter((one) => one.excluded !== null).length;
    if (!exceedsFaultLimit(excluded, all.length)) continue;
    const name = scenarios[no]?.name ?? '';
    return `in '${name}' ${excluded} of ${formatMany(all.length, 'conversation')} (${formatShare(excluded / all.length)}) do not count because of the simulated user`;
  }
  return undefined;
}
