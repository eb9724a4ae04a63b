import { simAnnotator } from './sim-annotator.ts';
import { simEcho } from './sim-echo.ts';
import { simJudge } from './sim-judge.ts';
import type { SimModel } from './sim-model.ts';
import { simScripted } from './sim-scripted.ts';
import { simV1 } from './sim-v1.ts';
import { simV2 } from './sim-v2.ts';

export const models: Readonly<Record<string, SimModel>> = {
  'sim/v1': simV1,
  'sim/v2': simV2,
  'sim/echo': simEcho,
  'sim/scripted': simScripted,
  'sim/judge': simJudge,
  'sim/annotator': simAnnotator,
};

/** Fine-tuned models are known by UUID only. */
export const fineTuned: Readonly<Record<string, string>> = {
  '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01': 'sim/v1',
  '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a02': 'sim/v2',
};
