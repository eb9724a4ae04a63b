import { z } from 'zod';
import { Comparison } from '../compare/comparison.ts';
import { GateVerdict } from '../gates/gate.ts';
import { Weights } from '../request/scoring-choice.ts';
import { StoppedBy } from '../shared/call-budget.ts';
import { Protocol } from '../shared/endpoint.ts';
import { Usage } from '../shared/model-reply.ts';
import { RunId } from '../shared/run-id.ts';
import { RunCost } from './cost.ts';
import { GradingTotal } from './grading.ts';
import { Headline } from './headline.ts';
import { InteractionResult } from './interaction-result.ts';
import { RunPasses, ScenarioPasses } from './passes.ts';
import { AverageScores, Stats } from './scores.ts';

export const AttemptResult = z
  .object({
    interactions: z.array(InteractionResult),
    average_scores: AverageScores,
    passed: z
      .boolean()
      .nullable()
      .describe('Whether all interactions did; null where nothing says what passing is.'),
  })
  .meta({ id: 'AttemptResult' });
export type AttemptResult = z.infer<typeof AttemptResult>;

export const ScenarioResult = z
  .looseObject({
    scenario_id: z.string(),
    name: z.string(),
    description: z.string(),
    attempts: z.array(AttemptResult),
    average_scores: AverageScores,
    stats: Stats,
    passes: ScenarioPasses.nullable(),
  })
  .meta({ id: 'ScenarioResult' });
export type ScenarioResult = z.infer<typeof ScenarioResult>;

/** The answer of a completed run. */
export const EvaluationResponse = z
  .looseObject({
    message: z.string(),
    results: z.object({ scenarios: z.array(ScenarioResult) }),
    run_id: RunId,
    test_name: z.string(),
    endpoint: z.string(),
    model_id: z.string(),
    attempts: z.int(),
    weights: Weights,
    pass_threshold: z.number().nullable(),
    protocol: Protocol,
    duration_ms: z.number(),
    usage: Usage,
    cost: RunCost.optional().describe('Absent in runs of older versions.'),
    revision: z.int().optional().describe('Where the run was rescored: how often, and once more.'),
    grading: z
      .array(GradingTotal)
      .optional()
      .describe('Where models were asked about the replies: what that took, apart from `usage`.'),
    stats: Stats,
    passes: RunPasses.nullable().describe(
      'With `pass_threshold` or checks: how many attempts passed.',
    ),
    headline: Headline,
    stopped_by: StoppedBy.optional().describe('If the run left out turns: why.'),
    warnings: z.array(z.string()),
    simulated: z.literal(true).optional().describe('The models were simulated.'),
    baseline: z
      .object({
        run_id: RunId.nullable().describe(
          'null if no run qualified as `latest` or none is pinned.',
        ),
        requested: z.string().describe('latest, pinned, against, or the id of a run.'),
        reason: z.string().describe('Why this run: a sentence.'),
      })
      .optional()
      .describe('With `baseline` or `against`: the run it is compared with.'),
    comparison: Comparison.optional().describe('With a baseline: as things stood at the end.'),
    gate: GateVerdict.optional().describe('With `gates` or a baseline.'),
  })
  .meta({ id: 'EvaluationResponse' });
export type EvaluationResponse = z.infer<typeof EvaluationResponse>;
