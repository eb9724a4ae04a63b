import type { ModelPrices } from '@assay/contracts';
import { findPrice } from '@assay/models';
import type { RunPlan } from '../db/run.ts';

/** The prices of the models that a run asks, as far as they are known. */
export function pricesFor(
  { modelId, marking }: Pick<RunPlan, 'modelId' | 'marking'>,
  prices: ModelPrices,
): ModelPrices {
  const judges = marking?.judge?.models ?? [];
  const models = [modelId, ...judges, ...[marking?.annotator ?? []].flat()];
  return Object.fromEntries(
    models.flatMap((model) => {
      const price = findPrice(prices, model);
      return price ? [[model, price] as const] : [];
    }),
  );
}
