import { genericReply } from './script-replies.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';
import { simV1 } from './sim-v1.ts';

/** Repeats the last user message. */
export const simEcho: SimModel = (call) => ({ content: lastUserMessage(call) });

/** Answers correctly every other time it gets the same message. */
export const simFlaky: SimModel = (call, context) =>
  context.repetition % 2 === 1 ? simV1(call, context) : genericReply;

/** Answers with the reply from the request for the current turn, or with the last one. */
export const simScripted: SimModel = ({ messages, replies }) => {
  const turn = messages.filter((message) => message.role === 'user').length - 1;
  return { content: replies[Math.min(turn, replies.length - 1)] ?? '' };
};

/** Answers like sim/v1 after two to six seconds. */
export const simSlow: SimModel = (call, context) => ({
  ...simV1(call, context),
  delayMs: 2000 + 4000 * context.random(),
});
