import type { ModelPrice, ModelPrices } from '@assay/contracts';

/** A name is the operator's or a caller's: `constructor` has no price. */
export function findPrice(prices: ModelPrices, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}
