import { z } from 'zod';
import { Comparison } from '../compare/comparison.ts';
import { GateVerdict } from '../gates/gate.ts';
import { CheckResult } from '../scenarios/check.ts';
import { Weights } from '../request/scoring-choice.ts';
import { StoppedBy } from '../request/call-budget.ts';
import { Protocol } from '../endpoint/endpoint.ts';
import { Usage } from '../endpoint/model-reply.ts';
import { RunId } from '../shared/fields.ts';
import { RunCost } from '../summary/cost.ts';
import { GradingTotal } from './grading.ts';
import { Headline } from '../summary/headline.ts';
import { InteractionResult } from './interaction-result.ts';
import { RunPasses, ScenarioPasses } from '../summary/passes.ts';
import { ProbedJudge } from '../shared/settings.ts';
import { AverageScores, Scores, Stats } from '../summary/scores.ts';
import { Sequential } from '../summary/sequential.ts';
import { UserReport, UserResult } from '../summary/simulated-user-result.ts';

/** The result of a whole conversation: its checks and its simulated user. */
export const ConversationResult = z
  .object({
    checks: z.array(CheckResult),
    scores: Scores,
    passed: z
      .boolean()
      .nullable()
      .describe('true if every required check passed and a simulated user reached its goal.'),
    user: UserResult.optional().describe('Only with a simulated user.'),
    turns: z
      .array(z.object({ turn: z.int(), user_message: z.string(), agent_reply: z.string() }))
      .optional()
      .describe(
        'Only with a simulated user, and only in `GET /runs/{run_id}/turns/…`: the whole conversation.',
      ),
  })
  .meta({ id: 'ConversationResult' });
export type ConversationResult = z.infer<typeof ConversationResult>;

export const AttemptResult = z
  .object({
    interactions: z.array(InteractionResult),
    conversation: ConversationResult.optional().describe(
      'Only if the scenario has `checks` or a simulated user. Its scores count like those of one more interaction.',
    ),
    average_scores: AverageScores,
    passed: z
      .boolean()
      .nullable()
      .describe('true if all interactions passed; `null` without a pass threshold and checks.'),
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

/** The result of a finished run. */
export const EvaluationResponse = z
  .looseObject({
    message: z.string(),
    results: z.object({ scenarios: z.array(ScenarioResult) }),
    run_id: RunId,
    test_name: z.string(),
    dataset: z
      .string()
      .optional()
      .describe(
        'Only if the scenarios come from a dataset: its name and version, such as `support@7`.',
      ),
    endpoint: z.string(),
    model_id: z.string(),
    attempts: z.int(),
    weights: Weights,
    pass_threshold: z.number().nullable(),
    protocol: Protocol,
    duration_ms: z.number(),
    usage: Usage,
    cost: RunCost,
    revision: z
      .int()
      .optional()
      .describe('Only if the run was rescored: 1 plus the number of rescores.'),
    grading: z
      .array(GradingTotal)
      .optional()
      .describe(
        'Only if models graded the replies: calls and tokens of each model, which are not part of `usage`.',
      ),
    judges: z
      .array(ProbedJudge)
      .optional()
      .describe('Only if models judged the replies: how many planted faults each judge finds.'),
    stats: Stats,
    passes: RunPasses.nullable().describe(
      'How many attempts passed; `null` without `pass_threshold` and checks.',
    ),
    simulated_user: UserReport.optional().describe('Only with simulated users.'),
    headline: Headline,
    stopped_by: StoppedBy.optional().describe('Only if the run skipped turns: the reason.'),
    warnings: z.array(z.string()),
    simulated: z.literal(true).optional().describe('Only if the models were simulated.'),
    baseline: z
      .object({
        run_id: RunId.nullable().describe(
          '`null` if no run qualified as `latest` or no run is pinned.',
        ),
        requested: z.string().describe('latest, pinned, against, or a run id.'),
        reason: z.string().describe('A sentence that explains why this run was chosen.'),
      })
      .optional()
      .describe('With `baseline` or `against`: the run that this run is compared with.'),
    comparison: Comparison.optional().describe(
      'With a baseline: the comparison made when the run finished.',
    ),
    gate: GateVerdict.optional().describe('With `gates` or a baseline.'),
    sequential: Sequential.optional().describe(
      'With `stop_early`: when each scenario was decided.',
    ),
  })
  .meta({ id: 'EvaluationResponse' });
export type EvaluationResponse = z.infer<typeof EvaluationResponse>;
