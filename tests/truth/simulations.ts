import type { Simulation } from './cell.ts';
import { CHANGED_SIMULATIONS } from './changed-cells.ts';
import { LABEL_SIMULATIONS } from './label-cells.ts';
import { MEAN_SIMULATIONS } from './mean-cells.ts';
import { SEQUENTIAL_SIMULATIONS } from './sequential-cells.ts';
import { UNCHANGED_SIMULATIONS } from './unchanged-cells.ts';
import { USER_SIMULATIONS } from './user-cells.ts';

export const SIMULATIONS: readonly Simulation[] = [
  ...MEAN_SIMULATIONS,
  ...UNCHANGED_SIMULATIONS,
  ...CHANGED_SIMULATIONS,
  ...LABEL_SIMULATIONS,
  ...SEQUENTIAL_SIMULATIONS,
  ...USER_SIMULATIONS,
];
