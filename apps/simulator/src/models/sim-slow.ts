import type { SimModel } from './sim-model.ts';
import { simV1 } from './sim-v1.ts';

/** Answers like sim/v1 after two to six seconds. */
export const simSlow: SimModel = (call, context) => ({
  ...simV1(call, context),
  delayMs: 2000 + 4000 * context.random(),
});
