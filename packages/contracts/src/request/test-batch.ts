import { z } from 'zod';
import { boundedName, boundedRecord, boundedText } from '../shared/bounded.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { orAbsent } from '../shared/or-absent.ts';
import { Check } from './check.ts';
import { JudgeInstructions } from './scoring-choice.ts';

/** One scripted exchange of a scenario, as posted. Fields we do not know are kept and echoed. */
export const Interaction = z
  .looseObject({
    id: orAbsent(boundedName()),
    user_message: boundedText(INPUT_LIMITS.text_chars),
    agent_reply: z.unknown().optional().describe('Ignored in a request; filled in by the service.'),
    reference_reply: orAbsent(boundedText(INPUT_LIMITS.text_chars)),
    interaction_type: orAbsent(
      boundedText(64).describe('opening, development and closure are suggested.'),
    ),
    reference_metadata: orAbsent(
      boundedRecord(INPUT_LIMITS.metadata_keys).describe(
        'Annotations that the reply should come with; keys and values are the caller’s.',
      ),
    ),
    judge_instructions: orAbsent(
      JudgeInstructions.describe('What a judge should look at in this interaction.'),
    ),
    checks: orAbsent(
      z.array(Check).max(20).describe('What the reply must be like beside the reference.'),
    ),
    generated_metadata: z
      .unknown()
      .optional()
      .describe('Ignored in a request; filled in by the service.'),
  })
  .meta({ id: 'Interaction' });
export type Interaction = z.infer<typeof Interaction>;

/** One scenario: an ordered conversation script. */
export const TestBatch = z
  .looseObject({
    id: orAbsent(boundedName().describe('Returned as scenario_id; generated where absent.')),
    name: orAbsent(boundedName().describe('What tables show; the id where absent.')),
    description: orAbsent(boundedText(INPUT_LIMITS.text_chars)),
    judge_instructions: orAbsent(
      JudgeInstructions.describe('For every interaction that has none of its own.'),
    ),
    interactions: z.array(Interaction).min(1).max(INPUT_LIMITS.list_items),
  })
  .meta({ id: 'TestBatch' });
export type TestBatch = z.infer<typeof TestBatch>;
