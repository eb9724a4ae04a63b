import type { Simulation } from './cell.ts';
import { CHANGED_SIMULATIONS } from './changed-cells.ts';
import { MEAN_SIMULATIONS } from './mean-cells.ts';
import { UNCHANGED_SIMULATIONS } from './unchanged-cells.ts';

export const SIMULATIONS: readonly Simulation[] = [
  ...MEAN_SIMULATIONS,
  ...UNCHANGED_SIMULATIONS,
  ...CHANGED_SIMULATIONS,
];
