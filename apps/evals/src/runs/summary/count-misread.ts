import type { JsonPointer } from '@assay/contracts';
import type { TurnOutcome } from '../../db/turns/page-turns.ts';

/** Turns without a reply that could be read although the endpoint answers. */
export interface MisreadCount {
  readonly turns: number;
  /** Where the reply most likely is; `undefined` if that is not known. */
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
