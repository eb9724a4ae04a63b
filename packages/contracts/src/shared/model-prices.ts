import { z } from 'zod';

const Dollars = z.number().nonnegative();

/** What a model costs, in US dollars for a million tokens. */
export const ModelPrice = z.object({ input: Dollars, output: Dollars });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** By the name that the model is asked for with. */
export const ModelPrices = z.record(z.string(), ModelPrice);
export type ModelPrices = Readonly<z.infer<typeof ModelPrices>>;
