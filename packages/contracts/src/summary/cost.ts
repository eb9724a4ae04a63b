import { z } from 'zod';

const Price = z.number().nonnegative();

/**
 * The price of a model, in US dollars per million tokens. Input tokens that the provider reads from its cache or writes
 * to it have prices of their own; the cost of replies with such tokens is unknown without them.
 */
export const ModelPrice = z.object({
  input: Price,
  output: Price,
  cache_read: Price.optional(),
  cache_write: Price.optional(),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** Keyed by the model name used in requests. */
export const ModelPrices = z.record(z.string(), ModelPrice);
export type ModelPrices = Readonly<z.infer<typeof ModelPrices>>;

const Dollars = z.number().nullable();

/** Cost of a run from `MODEL_PRICES` and the recorded tokens. `null` if unknown, never estimated. */
export const RunCost = z
  .object({
    currency: z.literal('USD'),
    model: Dollars.describe(
      'Model under test. `null` if its price is unknown, a reply has no token counts, or a reply has cached tokens and their price is unknown.',
    ),
    judge: Dollars.describe(
      'Models that graded the replies; `null` likewise. 0 if no model graded them.',
    ),
    user: Dollars.optional().describe(
      'Model of the simulated user; `null` likewise. Absent in runs without one.',
    ),
    total: Dollars.describe('Sum of the others; `null` if one of them is.'),
  })
  .meta({ id: 'RunCost' });
export type RunCost = z.infer<typeof RunCost>;

/** Cost of the models under test of two runs, without judges. */
export const ComparedCost = z
  .object({
    currency: z.literal('USD'),
    baseline: Dollars,
    candidate: Dollars,
    delta: Dollars.describe('Candidate minus baseline.'),
  })
  .meta({ id: 'ComparedCost' });
export type ComparedCost = z.infer<typeof ComparedCost>;
