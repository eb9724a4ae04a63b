import type { Situation } from '../situation.ts';
import { baselines } from './baselines.ts';
import { checked } from './checked.ts';
import { gated } from './gated.ts';
import { judged } from './judged.ts';
import { outages } from './outages.ts';
import { pairs } from './pairs.ts';
import { similar } from './similar.ts';

export const SITUATIONS: readonly Situation[] = [
  ...judged,
  ...similar,
  ...checked,
  ...outages,
  ...gated,
  ...baselines,
  ...pairs,
];
