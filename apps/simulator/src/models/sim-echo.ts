import { lastUserMessage, type SimModel } from './sim-model.ts';

/** Repeats the last user message. */
export const simEcho: SimModel = (call) => ({ content: lastUserMessage(call) });
