import { UserFaultKind, type RunId, type UserReport } from '@fairtrial/contracts';
import { mean, wilsonInterval } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { RunPlan } from '../../entities/run.ts';
import { listFirstAudits, type AuditRow } from '../../db/users/user-audits.ts';
import { countUserMessages, type UserMessageCounts } from '../../db/users/user-messages.ts';
import { priceModel, toDollars } from './pricing.ts';
import { round } from './rounding.ts';
import type { ConversationFigures } from './collect-conversations.ts';

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
