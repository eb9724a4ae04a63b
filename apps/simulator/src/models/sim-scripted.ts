import type { SimModel } from './sim-model.ts';

/** Answers with the reply from the request for the current turn, or with the last one. */
export const simScripted: SimModel = ({ messages, replies }) => {
  const turn = messages.filter((message) => message.role === 'user').length - 1;
  return { content: replies[Math.min(turn, replies.length - 1)] ?? '' };
};
