import type { SimModel } from './sim-model.ts';

/** Says what the request tells it to: the reply for the turn the conversation is at, or the last one. */
export const simScripted: SimModel = ({ messages, replies }) => {
  const turn = messages.filter((message) => message.role === 'user').length - 1;
  return { content: replies[Math.min(turn, replies.length - 1)] ?? '' };
};
