import type { JsonPointer } from '@fairtrial/contracts';
import type { TurnOutcome } from '../../db/turns/page-turns.ts';

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
