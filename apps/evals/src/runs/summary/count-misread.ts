import type { JsonPointer } from '@assay/contracts';
import type { TurnOutcome } from '../../db/turns/page-turns.ts';

/** Turns that the endpoint answered but whose reply could not be read. */
export interface MisreadCount {
  readonly turns: number;
  /** The most likely position of the reply; `undefined` if unknown. */
  readonly proposedReply: JsonPointer | undefined;
}

export const NONE_MISREAD: MisreadCount = { turns: 0, proposedReply: undefined };

export function countMisread(): {
  add(turn: Pick<TurnOutcome, 'isMisread' | 'proposedReply'>): void;
  read(): MisreadCount;
} {
  let turns = 0;
  let proposal: JsonPointer | null = null;
  return {
    add({ isMisread, proposedReply }) {
      if (isMisread) turns += 1;
      proposal ??= proposedReply;
    },
    read: () => ({ turns, proposedReply: proposal ?? undefined }),
  };
}
