import { z } from 'zod';
import { boundedText, orAbsent } from '../shared/fields.ts';
import { SCORER_NAMES } from '../shared/scorer-names.ts';

export const ScorerName = z.enum(SCORER_NAMES).meta({ id: 'ScorerName' });
export type ScorerName = z.infer<typeof ScorerName>;

/** Judge settings; `false` disables the judge and the annotator. */
export const JudgeChoice = z
  .union([
    z.literal(false),
    z.strictObject({
      samples: orAbsent(
        z
          .union([z.literal(1), z.literal(3)])
          .describe(
            'Judgements requested from each judge. If 3 judgements disagree, 2 more are requested.',
          ),
      ),
      temperature: orAbsent(
        z.number().min(0).max(2).describe('Default: 0 with one sample, 0.7 with several.'),
      ),
      instructions: orAbsent(
        boundedText(4000, 1).describe('Which differences matter, in the words of the test author.'),
      ),
      allow_self_judge: orAbsent(
        z.boolean().describe('Allow the model under test to be its own judge. Default: false.'),
      ),
    }),
  ])
  .meta({ id: 'JudgeChoice' });
export type JudgeChoice = z.infer<typeof JudgeChoice>;

const Weight = z.number().min(0);

const BUILT_IN_WEIGHTS: ReadonlySet<string> = new Set([
  'reply',
  'metadata',
  'checks',
  'similarity',
]);

/** Weights of the parts of `overall`; only the ratio matters. */
export const Weights = z
  .object({
    reply: Weight,
    metadata: Weight,
    checks: Weight.optional().describe(
      'Weight of `checks` for interactions that have checks. Default: 0, so that `checks` is only a separate metric.',
    ),
    similarity: Weight.optional().describe(
      'Replaces the weight of `reply` for interactions with checks and without a judge. Default: the weight of `reply`.',
    ),
  })
  .catchall(Weight.optional().describe('Weight of an own scorer. Default: 0.'))
  .refine(
    ({ similarity: _similarity, ...weights }) => {
      const sum = Object.values(weights).reduce<number>((total, weight = 0) => total + weight, 0);
      return Number.isFinite(sum) && sum > 0;
    },
    { error: 'at least one of reply, metadata, checks and the own scorers must be greater than 0' },
  )
  .meta({ id: 'Weights' });
export type Weights = z.infer<typeof Weights>;

/** The weights of own scorers, by their names. */
export function listOwnWeights(weights: Weights): readonly (readonly [string, number])[] {
  return Object.entries(weights).flatMap(([name, weight = 0]) =>
    BUILT_IN_WEIGHTS.has(name) ? [] : [[name, weight] as const],
  );
}

/** Used if a request has no weights. Similarity measures wording, not correctness, so it does not count if there are checks. */
export const DEFAULT_WEIGHTS: Weights = { reply: 0.7, metadata: 0.3, checks: 1, similarity: 0 };

/** A scorer of Fairtrial, or an own scorer of the operator. Which ones exist is checked when the run is planned. */
const RequestedScorer = z
  .string()
  .regex(/^[a-z0-9_-]{1,32}$/, 'must be the name of a scorer')
  .meta({ examples: [...ScorerName.options] });

/** Scoring fields shared by `POST /evaluate` and `POST /runs/{run_id}/rescore`. */
export const scoringChoice = {
  scorers: orAbsent(
    z
      .array(RequestedScorer)
      .min(1)
      .max(100)
      .describe(
        'Scorers to compute: scorers of Fairtrial, and own scorers that the operator registered. Default: all scorers of Fairtrial.',
      ),
  ),
  weights: orAbsent(
    Weights.describe(
      'Weights of the parts of `overall`. Default: reply 0.7, metadata 0.3, checks 1 and similarity 0. Own scorers count only if they have a weight.',
    ),
  ),
  pass_threshold: orAbsent(
    z
      .number()
      .min(0)
      .max(1)
      .describe(
        'Minimum `overall` score for an interaction to pass. Its checks must pass too. If absent, only the checks decide.',
      ),
  ),
  judge: orAbsent(
    JudgeChoice.describe(
      'Judge settings. Configured judges grade every run; false disables the judge and the annotator.',
    ),
  ),
};
