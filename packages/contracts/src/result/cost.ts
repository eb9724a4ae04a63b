import { z } from 'zod';

const Price = z.number().nonnegative();

/** The price of a model, in US dollars per million tokens. */
export const ModelPrice = z.object({ input: Price, output: Price });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** By the name of the model in a request. */
export const ModelPrices = z.record(z.string(), ModelPrice);
export type ModelPrices = Readonly<z.infer<typeof ModelPrices>>;

const Dollars = z.number().nullable();

/** The cost of a run by `MODEL_PRICES` and its recorded tokens; null if unknown, never estimated. */
export const RunCost = z
  .object({
    currency: z.literal('USD'),
    model: Dollars.describe(
      'The model under test. null without its price, or where a reply came without its tokens.',
    ),
    judge: Dollars.describe('Those who were asked about replies, likewise; 0 where nobody was.'),
    total: Dollars.describe('Both; null where one of them is.'),
  })
  .meta({ id: 'RunCost' });
export type RunCost = z.infer<typeof RunCost>;

/** The cost of the models under test of two runs, without judges. */
export const ComparedCost = z
  .object({
    currency: z.literal('USD'),
    baseline: Dollars,
    candidate: Dollars,
    delta: Dollars.describe('Candidate minus baseline.'),
  })
  .meta({ id: 'ComparedCost' });
export type ComparedCost = z.infer<typeof ComparedCost>;
