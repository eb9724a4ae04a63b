import { z } from 'zod';
import { ComparedCost } from '../result/cost.ts';
import { ComparedPasses } from '../result/passes.ts';
import { Basis, Headline } from '../result/headline.ts';
import { Usage } from '../shared/model-reply.ts';
import { RunId } from '../shared/run-id.ts';

const Ordinal = z.int().min(0);
const Interval = z.tuple([z.number(), z.number()]);

/** Results of a suite. */
export const SuiteResult = z
  .enum(['regressed', 'slightly_worse', 'same', 'slightly_better', 'improved', 'inconclusive'])
  .describe(
    'regressed, improved: the interval excludes 0. slightly_worse, slightly_better: it does, and lies inside ± margin. ' +
      'same: the 90 % interval lies inside ± margin. inconclusive: none of these.',
  )
  .meta({ id: 'SuiteResult' });
export type SuiteResult = z.infer<typeof SuiteResult>;

/** The fields of every verdict. Differences are candidate minus baseline. */
const VerdictFields = {
  delta: z.number(),
  se: z.number().nullable(),
  p: z.number(),
  interval: Interval.nullable().describe(
    'null if all attempts were alike on each side: there is no noise to estimate a width from.',
  ),
  confidence: z.number().describe('Of the interval.'),
  smallest_detectable: z
    .number()
    .nullable()
    .describe('A true change of about this size would be found four times in five.'),
};

/** Whether the model changed on exactly these scenarios. */
export const ComparisonVerdict = z
  .object({
    result: SuiteResult,
    ...VerdictFields,
    additional_attempts: z
      .int()
      .nullable()
      .describe('If inconclusive: with this many more attempts a side, 80 % likely conclusive.'),
    bounds: z
      .object({ worst: SuiteResult, best: SuiteResult })
      .nullable()
      .describe(
        'The results if the turns without a score had scored against the candidate, and for it; null if every turn has a score.',
      ),
  })
  .meta({ id: 'ComparisonVerdict' });
export type ComparisonVerdict = z.infer<typeof ComparisonVerdict>;

/** Whether the model would change on other scenarios like these. */
export const GeneralVerdict = z
  .object({
    result: SuiteResult,
    ...VerdictFields,
    additional_scenarios: z
      .int()
      .nullable()
      .describe('If inconclusive: with this many more scenarios, 80 % likely conclusive.'),
  })
  .meta({ id: 'GeneralVerdict' });
export type GeneralVerdict = z.infer<typeof GeneralVerdict>;

/** Whether the model changed on one scenario. */
export const ScenarioVerdict = z
  .object({
    result: z
      .enum(['regressed', 'improved', 'no_change_found'])
      .describe('no_change_found does not mean equal: see smallest_detectable.'),
    ...VerdictFields,
    adjusted_p: z.number().describe('After Holm’s correction over the scenarios.'),
  })
  .meta({ id: 'ScenarioVerdict' });
export type ScenarioVerdict = z.infer<typeof ScenarioVerdict>;

/** The mean of one side, over so many attempts. */
const SideMean = z.object({ mean: z.number(), n: z.int() }).meta({ id: 'SideMean' });

const Delta = {
  baseline: SideMean.nullable(),
  candidate: SideMean.nullable(),
  delta: z.number().nullable(),
};
const DeltaWithInterval = {
  ...Delta,
  ci95: Interval.nullable().describe(
    'Not corrected for the number of rows: it ranks, it does not decide.',
  ),
};

export const ComparedMetric = z.object(DeltaWithInterval).meta({ id: 'ComparedMetric' });
export type ComparedMetric = z.infer<typeof ComparedMetric>;

/** The scenario's position in each run, from 0. */
const ScenarioNumbers = { baseline_no: Ordinal, candidate_no: Ordinal };

export const ComparedScenario = z
  .object({
    scenario_id: z.string(),
    name: z.string(),
    ...ScenarioNumbers,
    ...Delta,
    verdict: ScenarioVerdict.nullable().describe(
      'null if a side has fewer than `min_attempts` scored attempts, or if `doubt` says why.',
    ),
    doubt: z
      .string()
      .nullable()
      .describe(
        'Why the scenario is not compared: too many of its requests failed or were not scored.',
      ),
    same_replies: z
      .boolean()
      .describe('Each run gave word for word the same replies in all its attempts.'),
  })
  .meta({ id: 'ComparedScenario' });
export type ComparedScenario = z.infer<typeof ComparedScenario>;

export const ComparedInteraction = z
  .object({
    scenario_id: z.string(),
    interaction_id: z.string(),
    baseline_position: z.object({ scenario: Ordinal, turn: Ordinal }),
    candidate_position: z.object({ scenario: Ordinal, turn: Ordinal }),
    ...DeltaWithInterval,
  })
  .meta({ id: 'ComparedInteraction' });
export type ComparedInteraction = z.infer<typeof ComparedInteraction>;

const RunRole = z.enum(['baseline', 'candidate']);

/** Scenarios and interactions that only one of the runs has; they are not compared. */
export const Unmatched = z
  .object({
    scenarios: z.array(
      z.object({ side: RunRole, scenario: Ordinal, scenario_id: z.string(), name: z.string() }),
    ),
    interactions: z.array(
      z.object({
        side: RunRole,
        scenario: Ordinal,
        turn: Ordinal,
        scenario_id: z.string(),
        interaction_id: z.string(),
      }),
    ),
  })
  .meta({ id: 'Unmatched' });
export type Unmatched = z.infer<typeof Unmatched>;

export const LabelScores = z
  .object({
    n: z.int(),
    accuracy: z.number(),
    macro_f1: z.number(),
    confusion: z
      .array(z.object({ expected: z.string(), given: z.string().nullable(), count: z.int() }))
      .describe('The cells that are not 0, the most frequent first, at most 200 of them.'),
  })
  .meta({ id: 'LabelScores' });
export type LabelScores = z.infer<typeof LabelScores>;

/** One of the two runs, as a whole. */
export const ComparedRun = z
  .object({
    run_id: RunId,
    test_name: z.string(),
    model_id: z.string(),
    created_at: z.iso.datetime(),
    turns: z.object({ finished: z.int(), total: z.int() }),
    incomplete_attempts: z
      .int()
      .describe('Attempts that lack a turn (the run was cancelled); they were not compared.'),
    availability: z.number().nullable().describe('Share of the requests that were answered.'),
    coverage: z
      .number()
      .nullable()
      .describe('Share of the turns that the metric could be scored in.'),
    latency_ms: z
      .object({ median: z.number(), p95: z.number() })
      .nullable()
      .describe('Of answered requests.'),
    usage: Usage,
  })
  .meta({ id: 'ComparedRun' });
export type ComparedRun = z.infer<typeof ComparedRun>;

/** Two runs of the same scenarios. */
export const Comparison = z
  .object({
    baseline: ComparedRun,
    candidate: ComparedRun,
    headline: Headline,
    basis: Basis,
    incomparable: z
      .string()
      .nullable()
      .describe(
        'Why the scores of the runs cannot be compared: one was judged, or by another judge.',
      ),
    cost: ComparedCost.optional().describe('Absent in comparisons of older versions.'),
    metric: z.string(),
    margin: z.number().describe('What counts as no change worth speaking of.'),
    on_this_suite: ComparisonVerdict.nullable().describe(
      'Did the model change on exactly these scenarios? null with one attempt a side.',
    ),
    in_general: GeneralVerdict.nullable().describe(
      'Would it on others like them? null below ten scenarios.',
    ),
    sign_flip: z
      .object({ p: z.number(), method: z.enum(['exact', 'sampled']) })
      .nullable()
      .describe('A second opinion on `in_general`; null below six scenarios.'),
    compared: z.int().describe('Scenarios that both runs scored and that are not in doubt.'),
    min_attempts: z
      .int()
      .describe('Attempts a side that a verdict on one scenario needs, with this many scenarios.'),
    interleaved: z
      .boolean()
      .describe('Both models were played at the same time, so noise between runs cancels out.'),
    between_runs: z
      .object({ sd: z.number(), runs: z.int() })
      .nullable()
      .describe(
        'Standard deviation between runs of the same plan, measured on this many earlier runs and part of the verdicts; null if it was not measured.',
      ),
    scenarios: z.array(ComparedScenario),
    interactions: z.array(ComparedInteraction).describe('What fell most comes first.'),
    unmatched: Unmatched,
    metrics: z.record(z.string(), ComparedMetric),
    contradictions: z
      .object({
        baseline: z.number(),
        candidate: z.number(),
        increased: z.boolean().describe('Beyond noise, on the suite or on one of its scenarios.'),
      })
      .nullable()
      .describe(
        'Shares of replies that contradict their reference: 1 minus the mean of `consistency`; null without references.',
      ),
    passes: ComparedPasses.nullable().describe('null where either run does not know.'),
    labels: z.record(
      z.string(),
      z.object({ baseline: LabelScores.nullable(), candidate: LabelScores.nullable() }),
    ),
    differences: z
      .array(z.object({ field: z.string(), baseline: z.unknown(), candidate: z.unknown() }))
      .describe('What the two runs were asked to do differently.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof Comparison>;
