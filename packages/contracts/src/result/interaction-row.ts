import { z } from 'zod';
import { EndpointErrorKind } from '../shared/endpoint.ts';
import { JudgementView } from './grading.ts';
import { InteractionResult, Outcome } from './interaction-result.ts';
import { ScoreExplanation } from './score-explanation.ts';

const Ordinal = z.int().min(0);

/** Where a turn stands in its run: ordinals, from 0. */
export const TurnPosition = z.object({ scenario: Ordinal, attempt: Ordinal, turn: Ordinal });
export type TurnPosition = z.infer<typeof TurnPosition>;

/** An interaction as lists show it; its texts are fetched one by one. */
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

/** One interaction in full, with its position. */
export const InteractionView = InteractionResult.extend({
  ...TurnPosition.shape,
  scenario_id: z.string(),
  judgements: z
    .array(JudgementView)
    .optional()
    .describe('Every question that was put to a model about this reply.'),
  score_explanation: ScoreExplanation.nullable()
    .optional()
    .describe(
      'How the scores were made; null without a reply or without `overall`, and for scores of another version, which this one cannot explain. Absent in exports.',
    ),
}).meta({ id: 'InteractionView' });
export type InteractionView = z.infer<typeof InteractionView>;
