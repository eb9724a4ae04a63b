import type { ModelPrice, ModelPrices } from '@assay/contracts';

/** Uses `hasOwn` because callers choose the name: `constructor` must not match. */
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
