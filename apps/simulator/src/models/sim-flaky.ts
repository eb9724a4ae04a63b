import { genericReply } from './script-replies.ts';
import type { SimModel } from './sim-model.ts';
import { simV1 } from './sim-v1.ts';

/** Right every other time it is asked the same. */
export const simFlaky: SimModel = (call, context) =>
  context.repetition % 2 === 1 ? simV1(call, context) : genericReply;
