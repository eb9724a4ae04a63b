import type { ComparedCost, RunCost } from '@assay/contracts';
import { dollars, signedDollars } from '../report/format.ts';

/** `Cost $0.012 (model $0.010, judge $0.002)`; undefined where nothing is known. */
export function costText(cost: RunCost | undefined): string | undefined {
  if (cost === undefined || (cost.model === null && !cost.judge)) return undefined;
  const { model, judge, total } = cost;
  if (judge === 0) return `Cost ${dollars(total)}`;
  return `Cost ${dollars(total)} (model ${dollars(model)}, judge ${dollars(judge)})`;
}

/** `Cost $0.010 → $0.012 (+$0.0020)`; undefined where neither is known. */
export function costChangeText(cost: ComparedCost | undefined): string | undefined {
  if (cost === undefined || (cost.baseline === null && cost.candidate === null)) return undefined;
  const change = cost.delta === null ? '' : ` (${signedDollars(cost.delta)})`;
  return `Cost ${dollars(cost.baseline)} → ${dollars(cost.candidate)}${change}`;
}
