import { z } from 'zod';
import { SimulatedUser } from '../scenarios/simulated-user.ts';
import { EndpointErrorKind, Outcome } from '../endpoint/endpoint.ts';
import { ConversationResult } from './evaluation-response.ts';
import { JudgementView } from './grading.ts';
import { InteractionResult } from './interaction-result.ts';
import { ScoreExplanation } from './score-explanation.ts';

const Ordinal = z.int().min(0);

/** Zero-based position of a turn in its run. */
export const TurnPosition = z.object({ scenario: Ordinal, attempt: Ordinal, turn: Ordinal });
export type TurnPosition = z.infer<typeof TurnPosition>;

/** An interaction in lists. Its full texts are fetched with `GET /runs/{run_id}/turns/…`. */
export const InteractionRow = TurnPosition.extend({
  outcome: Outcome,
  error_kind: EndpointErrorKind.nullable(),
  overall: z.number().min(0).max(1).nullable(),
  passed: z.boolean().nullable(),
  latency_ms: z.number(),
  flags: z.array(z.string()),
  excerpt: z.string().describe('The beginning of the reply.'),
}).meta({ id: 'InteractionRow' });
export type InteractionRow = z.infer<typeof InteractionRow>;

export const InteractionList = z
  .object({ interactions: z.array(InteractionRow), next_cursor: z.string().nullable() })
  .meta({ id: 'InteractionList' });
export type InteractionList = z.infer<typeof InteractionList>;

/** One interaction with all its texts and its position. */
export const InteractionView = InteractionResult.extend({
  ...TurnPosition.shape,
  scenario_id: z.string(),
  judgements: z
    .array(JudgementView)
    .optional()
    .describe('Every question to a judge or an annotator about this reply.'),
  conversation: ConversationResult.optional().describe(
    'Only if the scenario has `checks` or a simulated user: their result for the whole attempt.',
  ),
  simulated_user: SimulatedUser.optional().describe(
    'Only with a simulated user: what its model was told.',
  ),
  score_explanation: ScoreExplanation.nullable()
    .optional()
    .describe(
      'Explains how `overall` was computed. `null` without a reply, without `overall`, or if another version of the scorers computed the scores. Absent in exports.',
    ),
}).meta({ id: 'InteractionView' });
export type InteractionView = z.infer<typeof InteractionView>;
