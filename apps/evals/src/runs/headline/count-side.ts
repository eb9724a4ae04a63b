import type { StoppedBy } from '@fairtrial/contracts';
import { countPlannedTurns, type Run } from '../../entities/run.ts';
import type { MisreadCount } from '../summary/count-problems.ts';
import type { RunAggregate } from '../summary/aggregate-run.ts';
import type { RunRole } from '../plan/match-plans.ts';
import type { ConversationFigures } from '../summary/report-users.ts';

/** Counts of one side: its requests, and those that could not be used. */
export interface SideCounts {
  /** The run as named in sentences: `the run`, `the baseline`. */
  readonly name: string;
  readonly state: 'completed' | 'cancelled' | 'failed';
  readonly turns: { readonly planned: number; readonly finished: number; readonly failed: number };
  /** Why turns were left out although the run was not cancelled. */
  readonly stoppedBy?: StoppedBy | undefined;
  readonly misread: MisreadCount;
  /** Conversations with simulated users, and those of them that do not count. */
  readonly users?: UserCounts | undefined;
  /** Turns sent to a judge, and those of them without a score; `undefined` without a judge. */
  readonly judged: { readonly asked: number; readonly failed: number } | undefined;
  /** Why the judge is not trusted: it failed questions with known answers. */
  readonly judgeDoubt?: string | undefined;
}

/** Conversations with simulated users. */
interface UserCounts {
  readonly conversations: number;
  /** Those that the user spoiled, also when they were played again. */
  readonly spoiled: number;
  /** Those in which the model of the user gave no message. */
  readonly failed: number;
}

interface TurnCounts {
  readonly turns: number;
  /** Planned turns of conversations with simulated users that ended before. */
  readonly unplayed?: number;
  /** Conversations with simulated users. */
  readonly conversations?: readonly ConversationFigures[];
  readonly answered: number;
  readonly misread: MisreadCount;
  readonly judged: { readonly asked: number; readonly failed: number };
}

/** The counts of one run that its headline is based on. A run that is being finished counts as completed. */
export function countSide(
  name: string,
  {
    plan,
    state,
    isCancelled,
    stoppedBy,
  }: Pick<Run, 'plan' | 'state' | 'isCancelled' | 'stoppedBy'>,
  { turns, unplayed = 0, conversations = [], answered, misread, judged }: TurnCounts,
): SideCounts {
  return {
    name,
    state: state === 'failed' ? 'failed' : isCancelled ? 'cancelled' : 'completed',
    turns: {
      planned: countPlannedTurns(plan) - unplayed,
      finished: turns,
      failed: turns - answered,
    },
    stoppedBy,
    misread,
    users: {
      conversations: conversations.length,
      spoiled: conversations.filter(({ excluded }) => excluded === 'user_fault').length,
      failed: conversations.filter(({ excluded }) => excluded === 'user_failed').length,
    },
    judged: judged.asked === 0 ? undefined : judged,
  };
}

interface ComparedRuns extends Readonly<Record<RunRole, Parameters<typeof countSide>[1]>> {
  readonly aggregates: Readonly<Record<RunRole, Pick<RunAggregate, 'totals' | 'conversations'>>>;
  /** Why the judge of a run is not trusted. */
  readonly judgeDoubts?: Readonly<Record<RunRole, string | undefined>> | undefined;
}

/** The counts of one run of a comparison. */
export function countRole(runs: ComparedRuns, role: RunRole): SideCounts {
  const { totals, conversations } = runs.aggregates[role];
  const counts = countSide(`the ${role}`, runs[role], { ...totals, conversations });
  return { ...counts, judgeDoubt: runs.judgeDoubts?.[role] };
}
