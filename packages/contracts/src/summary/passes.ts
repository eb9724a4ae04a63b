import { z } from 'zod';
import { CorrectedPassRate } from '../labels/label-report.ts';

const Share = z.number().min(0).max(1);

const ByK = z.record(z.string().regex(/^[1-9]\d*$/), Share.nullable());

/** Pass counts with their uncertainty. */
const Passes = z.object({
  attempts: z.int().describe('Attempts with a known result.'),
  unknown: z.int().describe('Attempts without a known result: incomplete, or not judged.'),
  passed: z.int().describe('Attempts in which every interaction passed.'),
  pass_rate: Share,
  ci95: z
    .tuple([Share, Share])
    .describe('95 % confidence interval of the pass rate on this suite.'),
  pass_at_k: ByK.describe(
    'By k: the probability that at least one of k attempts passes. `null` if a scenario has fewer than k attempts with a known result.',
  ),
  pass_hat_k: ByK.describe(
    'By k: the probability that all of k attempts pass. `null` if a scenario has fewer than k attempts with a known result.',
  ),
});

export const ScenarioPasses = Passes.extend({
  flaky: z.boolean().describe('Some attempts passed and some failed.'),
}).meta({ id: 'ScenarioPasses' });
export type ScenarioPasses = z.infer<typeof ScenarioPasses>;

export const RunPasses = Passes.extend({
  scenarios: z.int().describe('Scenarios with at least one attempt with a known result.'),
  flaky_scenarios: z.int(),
}).meta({ id: 'RunPasses' });
export type RunPasses = z.infer<typeof RunPasses>;

/** The difference of the pass rates by people: candidate minus baseline. */
export const CorrectedDifference = z
  .object({
    baseline: CorrectedPassRate,
    candidate: CorrectedPassRate,
    delta: z.number(),
    ci95: z.tuple([z.number(), z.number()]),
    p: Share,
    result: z
      .enum(['regressed', 'improved', 'no_change_found'])
      .describe('regressed, improved: the interval excludes 0.'),
  })
  .meta({ id: 'CorrectedDifference' });
export type CorrectedDifference = z.infer<typeof CorrectedDifference>;

/** Pass counts of two runs. Attempts are not paired, because their order has no meaning. */
export const ComparedPasses = z
  .object({
    baseline: RunPasses,
    candidate: RunPasses,
    p: Share.describe(
      'p-value of the difference in passes: exact two-sided test, stratified by scenario.',
    ),
    corrected: CorrectedDifference.nullable().describe(
      'By people. `null` unless both runs were drawn and labelled blind in one mixed queue.',
    ),
  })
  .meta({ id: 'ComparedPasses' });
export type ComparedPasses = z.infer<typeof ComparedPasses>;
