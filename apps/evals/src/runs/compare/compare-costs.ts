import type { ComparedCost } from '@assay/contracts';
import { priceModel, toDollars } from '../summary/pricing.ts';
import type { ComparedRuns } from './compare-aggregates.ts';

/** What each of two runs cost, all its turns counted, compared or not, as its tokens are. */
export function compareCosts({ sides, ...runs }: ComparedRuns): ComparedCost {
  const baseline = priceModel(runs.baseline.plan, sides.baseline.totals.spent);
  const candidate = priceModel(runs.candidate.plan, sides.candidate.totals.spent);
  const delta = baseline === null || candidate === null ? null : toDollars(candidate - baseline);
  return { currency: 'USD', baseline, candidate, delta };
}
