import { z } from 'zod';
import { boundedName, boundedRecord, boundedText, orAbsent } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { Check } from './check.ts';
import { SimulatedUser } from './simulated-user.ts';

/** One scripted exchange of a scenario, as posted. Unknown fields are kept and returned. */
export const Interaction = z
  .looseObject({
    id: orAbsent(boundedName()),
    user_message: boundedText(INPUT_LIMITS.text_chars),
    agent_reply: z.unknown().optional().describe('Ignored in requests; set by the service.'),
    reference_reply: orAbsent(boundedText(INPUT_LIMITS.text_chars)),
    interaction_type: orAbsent(
      boundedText(64).describe('Any label; opening, development and closure are suggested.'),
    ),
    reference_metadata: orAbsent(
      boundedRecord(INPUT_LIMITS.metadata_keys).describe(
        'Expected annotations of the reply. The caller chooses keys and values.',
      ),
    ),
    checks: orAbsent(
      z
        .array(Check)
        .max(20)
        .describe('Conditions that the reply must meet in addition to matching the reference.'),
    ),
    generated_metadata: z.unknown().optional().describe('Ignored in requests; set by the service.'),
  })
  .meta({ id: 'Interaction' });
export type Interaction = z.infer<typeof Interaction>;

/** A conversation has several replies, so a check of one JSON document cannot apply to it. */
function refuseReplyChecks(checks: readonly Check[], context: z.RefinementCtx): void {
  for (const [at, check] of checks.entries()) {
    if (!('json_schema' in check)) continue;
    const message = 'json_schema checks one reply: move it to the checks of an interaction';
    context.addIssue({ code: 'custom', path: [at, 'json_schema'], message });
  }
}

/** A conversation has at least one message: of the script or of a simulated user. */
function requireMessages(
  { interactions, user }: { interactions: readonly unknown[]; user?: unknown },
  context: z.RefinementCtx,
): void {
  if (interactions.length > 0 || user !== undefined) return;
  const message = 'must have at least one interaction, unless a simulated user is given in user';
  context.addIssue({ code: 'custom', path: ['interactions'], message });
}

export const ScenarioTags = z.array(boundedText(64, 1)).max(20);

/** One scenario: a conversation that is scripted, simulated, or scripted at first and then simulated. */
export const TestBatch = z
  .looseObject({
    id: orAbsent(boundedName().describe('Returned as scenario_id. Generated if absent.')),
    name: orAbsent(boundedName().describe('Display name. Default: the id.')),
    description: orAbsent(boundedText(INPUT_LIMITS.text_chars)),
    tags: orAbsent(ScenarioTags.describe('Labels for selecting scenarios of a dataset.')),
    checks: orAbsent(
      z
        .array(Check)
        .max(20)
        .superRefine(refuseReplyChecks)
        .describe('Conditions that the whole conversation must meet.'),
    ),
    interactions: z
      .array(Interaction)
      .max(INPUT_LIMITS.list_items)
      .default([])
      .describe('Scripted messages. May be empty or absent if there is a `user`.'),
    user: orAbsent(
      SimulatedUser.describe(
        'A model plays the user: after the interactions, or instead of them. It never sees references, labels or checks.',
      ),
    ),
  })
  .superRefine(requireMessages)
  .meta({ id: 'TestBatch' });
export type TestBatch = z.infer<typeof TestBatch>;
