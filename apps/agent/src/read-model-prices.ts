import type { ConfigFault, Env } from '@assay/server';
import { z } from 'zod';

/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const Price = z.number().nonnegative();
const Prices = z.record(z.string(), z.object({ input: Price, output: Price }));

const SHAPE =
  'must be JSON like {"openai/gpt-4o-mini": {"input": 0.15, "output": 0.6}}, in dollars a million tokens';

export function readModelPrices(env: Env): {
  readonly prices: ModelPrices;
  readonly faults: readonly ConfigFault[];
} {
  const text = env['MODEL_PRICES']?.trim() || '{}';
  try {
    return { prices: Prices.parse(JSON.parse(text)), faults: [] };
  } catch {
    return { prices: {}, faults: [{ variable: 'MODEL_PRICES', problem: SHAPE }] };
  }
}
