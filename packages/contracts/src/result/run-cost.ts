import { z } from 'zod';

const Dollars = z.number().nullable();

/** What a run cost by `MODEL_PRICES` and the tokens on record; null is not known, and never guessed. */
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

/** What the models under test of two runs cost; judges are no part of it. */
export const ComparedCost = z
  .object({
    currency: z.literal('USD'),
    baseline: Dollars,
    candidate: Dollars,
    delta: Dollars.describe('Candidate minus baseline.'),
  })
  .meta({ id: 'ComparedCost' });
export type ComparedCost = z.infer<typeof ComparedCost>;
