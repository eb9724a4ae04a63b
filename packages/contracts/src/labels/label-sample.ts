import { z } from 'zod';
import { Metadata, ToolCall } from '../endpoint/model-reply.ts';
import { RunId } from '../shared/fields.ts';

const Ordinal = z.int().min(0);

/** One exchange of a conversation, without scores. */
export const LabelTurn = z
  .object({
    turn: Ordinal,
    user_message: z.string(),
    agent_reply: z.string(),
    tool_calls: z.array(ToolCall).nullable(),
    reference_reply: z.string(),
    reference_metadata: Metadata,
  })
  .meta({ id: 'LabelTurn' });
export type LabelTurn = z.infer<typeof LabelTurn>;

/** A check that can be labelled. */
export const LabelCheck = z
  .object({
    id: z.string(),
    turn: Ordinal.nullable().describe('`null`: the whole conversation.'),
    text: z.string().describe('What must hold.'),
  })
  .meta({ id: 'LabelCheck' });
export type LabelCheck = z.infer<typeof LabelCheck>;

/** A drawn attempt. It does not say which model replied, nor how the replies were scored. */
export const LabelItem = z
  .object({
    item: Ordinal.describe('Number in the draw; identifies the attempt in `POST …/labels`.'),
    scenario_name: z.string(),
    description: z.string(),
    conversation: z.array(LabelTurn),
    truncated: z
      .boolean()
      .describe('true if the conversation is too long for this answer and ends early.'),
    checks: z
      .array(LabelCheck)
      .describe('Checks of the scenario. A check without an id gets one from its position.'),
    labels: z
      .array(
        z.object({
          check_id: z.string().nullable(),
          passed: z.boolean(),
          note: z.string().nullable(),
        }),
      )
      .describe('Labels that the `labeller` of the query gave before.'),
  })
  .meta({ id: 'LabelItem' });
export type LabelItem = z.infer<typeof LabelItem>;

/** The answer of `GET /runs/{run_id}/label-sample`: one page of a draw, in the order to label in. */
export const LabelSample = z
  .object({
    draw: z.uuid(),
    n: z.int().describe('Number of attempts to draw from each run, as requested.'),
    seed: z.int(),
    with: RunId.nullable().describe('The second run of a mixed queue.'),
    size: z.int().describe('Number of items in the draw.'),
    items: z.array(LabelItem),
    next: Ordinal.nullable().describe('`from` of the next page. `null` at the end.'),
  })
  .meta({ id: 'LabelSample' });
export type LabelSample = z.infer<typeof LabelSample>;
