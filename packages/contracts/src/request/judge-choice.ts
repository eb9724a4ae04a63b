import { z } from 'zod';
import { orAbsent } from '../shared/or-absent.ts';

/** What matters, in the words of the test's author. */
export const JudgeInstructions = z.string().min(1).max(4000).meta({ id: 'JudgeInstructions' });

/** How replies are judged by a model; `false`: no model reads them. */
export const JudgeChoice = z
  .union([
    z.literal(false),
    z.strictObject({
      samples: orAbsent(
        z
          .union([z.literal(1), z.literal(3)])
          .describe('How often each judge is asked; of 3 that disagree it is asked twice more.'),
      ),
      temperature: orAbsent(
        z.number().min(0).max(2).describe('0 where absent, 0.7 with several samples.'),
      ),
      instructions: orAbsent(
        JudgeInstructions.describe('For every interaction that has none of its own.'),
      ),
      allow_self_judge: orAbsent(
        z.boolean().describe('Whether the model under test may be its own judge.'),
      ),
    }),
  ])
  .meta({ id: 'JudgeChoice' });
export type JudgeChoice = z.infer<typeof JudgeChoice>;
