import { goalEvidence } from '../reading/goal.ts';
import { refusalsIn } from '../reading/speech-acts.ts';
import { likeness } from '../reading/stems.ts';
import type { FaultRule } from './fault-rule.ts';
import { findTalkedInto } from './talked-into.ts';

/** A refusal still stands if the assistant has made one reply since. */
const STANDING_REPLIES = 2;
const SAME = 0.9;

export const findEarlyEnd: FaultRule = (conversation) => {
  const { exchanges, isEndedByUser } = conversation;
  const last = exchanges.at(-1);
  if (last === undefined || last.isScripted || !isEndedByUser) return undefined;
  if (goalEvidence(conversation, exchanges).length > 0) return undefined;
  const replies = exchanges.slice(0, -1).map(({ reply }) => reply);
  const isRefused = replies.slice(-STANDING_REPLIES).some((reply) => refusalsIn(reply).length > 0);
  // A user that was talked out of its goal has no reason to go on.
  if (findTalkedInto(conversation) !== undefined) return undefined;
  if (isRefused || isGoingInCircles(replies)) return undefined;
  return {
    turn: last.turn,
    quote: last.message,
    why: 'The goal was open when the user ended the conversation.',
  };
};

/** True if the assistant gives the same reply again, so that the user may give up. */
function isGoingInCircles(replies: readonly string[]): boolean {
  const last = replies.at(-1);
  if (last === undefined) return false;
  return replies.slice(0, -1).some((one) => one === last || likeness(one, last) >= SAME);
}
