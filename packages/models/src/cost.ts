import type { ModelPrice, ModelPrices } from '@assay/contracts';

/** `hasOwn`, since callers choose the name: `constructor` has no price. */
export function findPrice(prices: ModelPrices, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

const MILLION = 1_000_000;

export function costInDollars({ input, output }: Tokens, price: ModelPrice): number {
  return (input * price.input + output * price.output) / MILLION;
}
