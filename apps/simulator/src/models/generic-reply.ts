import type { SimReply } from './sim-model.ts';

/** What a simulated model says to a message it has not learned. */
export const genericReply: SimReply = {
  content:
    'Thank you for your message. I am a simulated model and know only the sample conversations; ask me something from one of them.',
};
