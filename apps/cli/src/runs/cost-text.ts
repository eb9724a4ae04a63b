import type { ComparedCost, RunCost } from '@fairtrial/contracts';
import { formatCost, formatCostDelta } from '@fairtrial/format';

/** `Cost $0.012 (model $0.010, judge $0.002)`; `undefined` if no cost is known. */
export function costText(cost: RunCost): string | undefined {
  if (cost.model === null && !cost.judge && !cost.user) return undefined;
  const { model, judge, user = 0, total } = cost;
  const others = [
    ...(judge === 0 ? [] : [`judge ${formatCost(judge)}`]),
    ...(user === 0 ? [] : [`simulated user ${formatCost(user)}`]),
  ];
  if (others.length === 0) return `Cost ${formatCost(total)}`;
  return `Cost ${formatCost(total)} (${[`model ${formatCost(model)}`, ...others].join(', ')})`;
}

/** `Cost $0.010 → $0.012 (+$0.0020)`; `undefined` if neither cost is known. */
export function costChangeText(cost: ComparedCost): string | undefined {
  if (cost.baseline === null && cost.candidate === null) return undefined;
  const change = cost.delta === null ? '' : ` (${formatCostDelta(cost.delta)})`;
  return `Cost ${formatCost(cost.baseline)} → ${formatCost(cost.candidate)}${change}`;
}
