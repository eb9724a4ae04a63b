import { countPlannedTurns, type Run } from '../../db/runs/run.ts';
import type { MisreadCount } from '../summary/count-misread.ts';
import type { SideCounts } from './decide-headline.ts';

interface TurnCounts {
  readonly turns: number;
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
  { turns, answered, misread, judged }: TurnCounts,
): SideCounts {
  return {
    name,
    state: state === 'failed' ? 'failed' : isCancelled ? 'cancelled' : 'completed',
    turns: { planned: countPlannedTurns(plan), finished: turns, failed: turns - answered },
    stoppedBy,
    misread,
    judged: judged.asked === 0 ? undefined : judged,
  };
}
