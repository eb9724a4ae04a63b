import { z } from 'zod';
import { boundedText } from '../shared/bounded.ts';
import { orAbsent } from '../shared/or-absent.ts';
import { ScorerName } from '../shared/scorer-name.ts';

/** Instructions to the judge by the author of the test. */
export const JudgeInstructions = boundedText(4000, 1).meta({ id: 'JudgeInstructions' });

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

const Weight = z.number().min(0);

/** Weights of text, annotations and checks in `overall`; only their ratio matters. */
export const Weights = z
  .object({
    reply: Weight,
    metadata: Weight,
    checks: Weight.optional().describe(
      'Where an interaction has checks; 0 where absent: they are a metric of their own.',
    ),
    similarity: Weight.optional().describe(
      'Instead of `reply` where an interaction has checks and no judge was asked; as `reply` where absent.',
    ),
  })
  .refine(
    ({ reply, metadata, checks = 0 }) =>
      Number.isFinite(reply + metadata + checks) && reply + metadata + checks > 0,
    { error: 'one of them must be more than 0' },
  )
  .meta({ id: 'Weights' });
export type Weights = z.infer<typeof Weights>;

/**
 * The weights of a request that gives none. Checks say what is right, similarity only how alike the words are, so it
 * does not count beside them.
 */
export const DEFAULT_WEIGHTS: Weights = { reply: 0.7, metadata: 0.3, checks: 1, similarity: 0 };

/** How replies are scored: in the request of a run, and again in a rescore. */
export const scoringChoice = {
  scorers: orAbsent(
    z
      .array(ScorerName)
      .min(1)
      .max(100)
      .describe('Which scores are wanted; all of them where absent.'),
  ),
  weights: orAbsent(
    Weights.describe(
      'What counts how much in `overall`; reply 0.7, metadata 0.3, checks 1 and similarity 0 where absent.',
    ),
  ),
  pass_threshold: orAbsent(
    z
      .number()
      .min(0)
      .max(1)
      .describe(
        'An interaction passes where `overall` is at least this and its checks hold; without it they decide.',
      ),
  ),
  judge: orAbsent(
    JudgeChoice.describe(
      'Where judges are configured they are asked; false: no model reads the replies.',
    ),
  ),
};

/** The body of `POST /runs/{run_id}/rescore`; what it leaves out stays as it was. */
export const RescoreRequest = z.strictObject(scoringChoice).meta({ id: 'RescoreRequest' });
export type RescoreRequest = z.infer<typeof RescoreRequest>;
