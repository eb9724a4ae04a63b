import type { ModelPrice, ModelPrices, Usage } from '@fairtrial/contracts';

/** Uses `hasOwn` because callers choose the name: `constructor` must not match. */
export function findPrice(prices: ModelPrices, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

const MILLION = 1_000_000;

/** `undefined` if tokens were read from a cache or written to it, and the price of that is unknown. */
export function costInDollars(usage: Usage, price: ModelPrice): number | undefined {
  const { cache_read_tokens: read = 0, cache_write_tokens: written = 0 } = usage;
  const readPrice = read === 0 ? 0 : price.cache_read;
  const writePrice = written === 0 ? 0 : price.cache_write;
  if (readPrice === undefined || writePrice === undefined) return undefined;
  const cached = read * readPrice + written * writePrice;
  const rest = (usage.input_tokens - read - written) * price.input;
  return (rest + cached + usage.output_tokens * price.output) / MILLION;
}
