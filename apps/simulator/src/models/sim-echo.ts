import { lastUserMessage, type SimModel } from './sim-model.ts';

/** Says what it was told. */
export const simEcho: SimModel = (call) => ({ content: lastUserMessage(call) });
