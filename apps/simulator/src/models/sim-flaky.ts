import { genericReply } from './script-replies.ts';
import type { SimModel } from './sim-model.ts';
import { simV1 } from './sim-v1.ts';

/** Answers correctly every other time it gets the same message. */
export const simFlaky: SimModel = (call, context) =>
  context.repetition % 2 === 1 ? simV1(call, context) : genericReply;
