import type { RunCost } from '@assay/contracts';
import { costOf, findPrice } from '@assay/models';
import type { RunPlan } from '../../db/runs/run.ts';
import type { JudgementCounts } from '../../db/grading/count-judgements.ts';
import type { UsageTotal } from './sum-usage.ts';

type Priced = Pick<RunPlan, 'modelId' | 'prices'>;

/** What a run cost, the model under test and those who were asked about its replies apart. */
export function priceRun(
  plan: Priced,
  spent: UsageTotal,
  judgements: readonly Pick<JudgementCounts, 'model' | 'usage' | 'unreported'>[] = [],
): RunCost {
  const model = priceModel(plan, spent);
  const judge = addUp(judgements.map((one) => priceModel({ ...plan, modelId: one.model }, one)));
  return { currency: 'USD', model, judge, total: addUp([model, judge]) };
}

/** null where it is not known: without a price, or where only a part of the tokens is on record. */
export function priceModel({ modelId, prices = {} }: Priced, spent: UsageTotal): number | null {
  const price = findPrice(prices, modelId);
  if (price === undefined || spent.unreported > 0) return null;
  const { input_tokens: input, output_tokens: output } = spent.usage;
  return toDollars(costOf({ input, output }, price));
}

/** Without the noise of binary fractions. */
export function toDollars(sum: number): number {
  return Number(sum.toPrecision(12));
}

function addUp(costs: readonly (number | null)[]): number | null {
  return costs.reduce(
    (sum, cost) => (sum === null || cost === null ? null : toDollars(sum + cost)),
    0,
  );
}
