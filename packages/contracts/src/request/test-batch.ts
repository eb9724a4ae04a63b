import { z } from 'zod';
import { Interaction } from './interaction.ts';
import { JudgeInstructions } from './judge-choice.ts';
import { orAbsent } from '../shared/or-absent.ts';

/** One scenario: an ordered conversation script. */
export const TestBatch = z
  .looseObject({
    id: orAbsent(z.string().describe('Returned as scenario_id; generated where absent.')),
    name: orAbsent(z.string().describe('What tables show; the id where absent.')),
    description: orAbsent(z.string()),
    judge_instructions: orAbsent(
      JudgeInstructions.describe('For every interaction that has none of its own.'),
    ),
    interactions: z.array(Interaction).min(1),
  })
  .meta({ id: 'TestBatch' });
export type TestBatch = z.infer<typeof TestBatch>;
