import { z } from 'zod';

const Share = z.number().min(0).max(1);

const ByK = z.record(z.string().regex(/^[1-9]\d*$/), Share.nullable());

/** How many attempts passed, and how far that can be relied upon. */
const Passes = z.object({
  attempts: z.int().describe('Those of which it is known whether they passed.'),
  unknown: z
    .int()
    .describe('Attempts of which it is not known: not played to their end, or not judged.'),
  passed: z.int().describe('Attempts in which every interaction passed.'),
  pass_rate: Share,
  ci95: z
    .tuple([Share, Share])
    .describe('Of the rate: 95 of 100 such intervals contain the true rate on this suite.'),
  pass_at_k: ByK.describe(
    'By k: the probability that at least one of k attempts passes; null if a scenario has fewer than k known attempts.',
  ),
  pass_hat_k: ByK.describe(
    'By k: the probability that all of k attempts pass; null if a scenario has fewer than k known attempts.',
  ),
});

export const ScenarioPasses = Passes.extend({
  flaky: z.boolean().describe('Some attempts passed and some did not.'),
}).meta({ id: 'ScenarioPasses' });
export type ScenarioPasses = z.infer<typeof ScenarioPasses>;

export const RunPasses = Passes.extend({
  scenarios: z.int().describe('Those with an attempt of which it is known.'),
  flaky_scenarios: z.int(),
}).meta({ id: 'RunPasses' });
export type RunPasses = z.infer<typeof RunPasses>;

/** How many attempts of two runs passed. Attempts are not paired: their order means nothing. */
export const ComparedPasses = z
  .object({
    baseline: RunPasses,
    candidate: RunPasses,
    p: Share.describe(
      'The probability of so uneven a split of the passes within each scenario by chance: exact test stratified by scenario, two-sided.',
    ),
  })
  .meta({ id: 'ComparedPasses' });
export type ComparedPasses = z.infer<typeof ComparedPasses>;
