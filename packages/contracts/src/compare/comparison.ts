import { z } from 'zod';
import { Delta, DeltaWithInterval, ComparedMetric } from './compared-metric.ts';
import { ComparedUsers } from './compared-users.ts';
import { ChangedScenario, Unmatched } from './not-compared.ts';
import { ComparedCost } from '../summary/cost.ts';
import { ComparedPasses } from '../summary/passes.ts';
import { Basis, Headline } from '../summary/headline.ts';
import { Usage } from '../endpoint/model-reply.ts';
import { RunId } from '../shared/fields.ts';

const Ordinal = z.int().min(0);
const Interval = z.tuple([z.number(), z.number()]);

export const SuiteResult = z
  .enum(['regressed', 'slightly_worse', 'same', 'slightly_better', 'improved', 'inconclusive'])
  .describe(
    'regressed, improved: the interval excludes 0. slightly_worse, slightly_better: it excludes 0 and lies inside ± margin. ' +
      'same: the 90 % interval lies inside ± margin. inconclusive: none of these.',
  )
  .meta({ id: 'SuiteResult' });
export type SuiteResult = z.infer<typeof SuiteResult>;

/** Differences are candidate minus baseline. */
const VerdictFields = {
  delta: z.number(),
  se: z.number().nullable(),
  p: z.number(),
  interval: Interval.nullable().describe(
    '`null` if the attempts of each run have identical scores: there is no noise to estimate a width from.',
  ),
  confidence: z.number().describe('Confidence level of the interval.'),
  smallest_detectable: z
    .number()
    .nullable()
    .describe('A true change of about this size would be detected with a probability of 80 %.'),
};

/** Verdict for exactly these scenarios. */
export const ComparisonVerdict = z
  .object({
    result: SuiteResult,
    ...VerdictFields,
    additional_attempts: z
      .int()
      .nullable()
      .describe(
        'If inconclusive: additional attempts per run for an 80 % chance of a conclusive verdict.',
      ),
    bounds: z
      .object({ worst: SuiteResult, best: SuiteResult })
      .nullable()
      .describe(
        'Results if the unscored turns had scored against the candidate (worst) or in its favour (best). `null` if every turn has a score.',
      ),
  })
  .meta({ id: 'ComparisonVerdict' });
export type ComparisonVerdict = z.infer<typeof ComparisonVerdict>;

/** Verdict for other scenarios like these. */
export const GeneralVerdict = z
  .object({
    result: SuiteResult,
    ...VerdictFields,
    additional_scenarios: z
      .int()
      .nullable()
      .describe(
        'If inconclusive: additional scenarios for an 80 % chance of a conclusive verdict.',
      ),
  })
  .meta({ id: 'GeneralVerdict' });
export type GeneralVerdict = z.infer<typeof GeneralVerdict>;

export const ScenarioVerdict = z
  .object({
    result: z
      .enum(['regressed', 'improved', 'no_change_found'])
      .describe('no_change_found does not mean equal; see smallest_detectable.'),
    ...VerdictFields,
    adjusted_p: z.number().describe('After Holm’s correction over the scenarios.'),
  })
  .meta({ id: 'ScenarioVerdict' });
export type ScenarioVerdict = z.infer<typeof ScenarioVerdict>;

/** Zero-based position of the scenario in each run. */
const ScenarioNumbers = { baseline_no: Ordinal, candidate_no: Ordinal };

export const ComparedScenario = z
  .object({
    scenario_id: z.string(),
    name: z.string(),
    ...ScenarioNumbers,
    ...Delta,
    verdict: ScenarioVerdict.nullable().describe(
      '`null` if a run has fewer than `min_attempts` scored attempts, or if `doubt` gives a reason.',
    ),
    doubt: z
      .string()
      .nullable()
      .describe(
        'The reason why the scenario is not compared: too many of its requests failed or were not scored.',
      ),
    same_replies: z
      .boolean()
      .describe('true if each run gave identical replies in all its attempts.'),
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

export const LabelScores = z
  .object({
    n: z.int(),
    accuracy: z.number(),
    macro_f1: z.number(),
    confusion: z
      .array(z.object({ expected: z.string(), given: z.string().nullable(), count: z.int() }))
      .describe('Non-zero cells of the confusion matrix, most frequent first, at most 200.'),
  })
  .meta({ id: 'LabelScores' });
export type LabelScores = z.infer<typeof LabelScores>;

/** Totals of one of the two runs. */
export const ComparedRun = z
  .object({
    run_id: RunId,
    test_name: z.string(),
    model_id: z.string(),
    created_at: z.iso.datetime(),
    turns: z.object({ finished: z.int(), total: z.int() }),
    incomplete_attempts: z
      .int()
      .describe('Attempts that were not played to their end. They are not compared.'),
    availability: z.number().nullable().describe('Share of requests that were answered.'),
    coverage: z.number().nullable().describe('Share of turns that were scored with the metric.'),
    latency_ms: z
      .object({ median: z.number(), p95: z.number() })
      .nullable()
      .describe('Latency of answered requests.'),
    usage: Usage,
  })
  .meta({ id: 'ComparedRun' });
export type ComparedRun = z.infer<typeof ComparedRun>;

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
        'The reason why the scores cannot be compared: only one run was judged, or the judges differ. `null` if they can be compared.',
      ),
    cost: ComparedCost,
    metric: z.string(),
    margin: z.number().describe('A difference within ± this margin is not a relevant change.'),
    on_this_suite: ComparisonVerdict.nullable().describe(
      'Verdict for exactly these scenarios. `null` with one attempt per run.',
    ),
    in_general: GeneralVerdict.nullable().describe(
      'Verdict for other scenarios like these. `null` with fewer than ten scenarios.',
    ),
    compared: z
      .int()
      .describe('Number of scenarios that both runs scored and that have no `doubt`.'),
    min_attempts: z
      .int()
      .describe(
        'Scored attempts per run that a verdict on one scenario requires; depends on the number of scenarios.',
      ),
    interleaved: z
      .boolean()
      .describe(
        'true if attempts of both models were interleaved, so that noise between runs cancels out.',
      ),
    between_runs: z
      .object({ sd: z.number(), runs: z.int() })
      .nullable()
      .describe(
        'Standard deviation between runs of the same plan, measured on `runs` earlier runs. It is part of the verdicts. `null` if not measured.',
      ),
    scenarios: z.array(ComparedScenario),
    interactions: z.array(ComparedInteraction).describe('Sorted by `delta`, largest drop first.'),
    changed: z
      .array(ChangedScenario)
      .describe(
        'Scenarios of both runs, with the same id or messages, whose content differs. They are not compared: not in verdicts, means, gates or `interactions`.',
      ),
    unmatched: Unmatched,
    metrics: z.record(z.string(), ComparedMetric),
    contradictions: z
      .object({
        baseline: z.number(),
        candidate: z.number(),
        increased: z
          .boolean()
          .describe('true if the increase is significant on the suite or on one of its scenarios.'),
      })
      .nullable()
      .describe(
        'Share of replies that contradict their reference (1 minus the mean of `consistency`). `null` without references.',
      ),
    simulated_user: ComparedUsers.optional().describe('Only with simulated users.'),
    passes: ComparedPasses.nullable().describe('`null` if either run has no pass results.'),
    labels: z.record(
      z.string(),
      z.object({ baseline: LabelScores.nullable(), candidate: LabelScores.nullable() }),
    ),
    differences: z
      .array(z.object({ field: z.string(), baseline: z.unknown(), candidate: z.unknown() }))
      .describe('Request settings that differ between the two runs.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof Comparison>;
