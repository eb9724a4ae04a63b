import type { ModelPrices } from '@assay/contracts';
import { findPrice } from '@assay/models';
import type { RunPlan } from '../../db/runs/run.ts';

/** The prices of the models that a run asks, as far as they are known. */
export function pricesFor(
  { modelId, grading }: Pick<RunPlan, 'modelId' | 'grading'>,
  prices: ModelPrices,
): ModelPrices {
  const judges = grading?.judge?.models ?? [];
  const models = [modelId, ...judges, ...[grading?.annotator ?? []].flat()];
  return Object.fromEntries(
    models.flatMap((model) => {
      const price = findPrice(prices, model);
      return price ? [[model, price] as const] : [];
    }),
  );
}
