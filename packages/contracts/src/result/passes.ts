import { z } from 'zod';

const Share = z.number().min(0).max(1);

const ByK = z.record(z.string().regex(/^[1-9]\d*$/), Share);

/** How many attempts passed, and how far that can be relied upon. */
const Passes = z.object({
  attempts: z.int().describe('Those of which it is known.'),
  passed: z.int().describe('Attempts in which every interaction passed.'),
  pass_rate: Share,
  ci95: z.tuple([Share, Share]).describe('Of the rate, by Wilson.'),
  pass_at_k: ByK.describe('By k: the probability that at least one of k attempts passes.'),
  pass_hat_k: ByK.describe('By k: the probability that all of k attempts pass.'),
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

/** The attempts of two runs in pairs: the first attempts of a scenario, the second ones, and so on. */
export const ComparedPasses = z
  .object({
    baseline: RunPasses,
    candidate: RunPasses,
    broken: z.int().describe('Pairs of which only the baseline passed.'),
    fixed: z.int().describe('Pairs of which only the candidate passed.'),
    p: Share.describe('Of so uneven a split by chance: McNemar’s exact test, two-sided.'),
  })
  .meta({ id: 'ComparedPasses' });
export type ComparedPasses = z.infer<typeof ComparedPasses>;
