import { z } from 'zod';
import { JudgeChoice } from './judge-choice.ts';
import { orAbsent } from '../shared/or-absent.ts';
import { ScorerName } from '../shared/scorer-name.ts';
import { Weights } from './weights.ts';

/** How replies are scored: what a request says of it, and what can be said anew of a run that is over. */
export const scoringChoice = {
  scorers: orAbsent(
    z.array(ScorerName).min(1).describe('Which scores are wanted; all of them where absent.'),
  ),
  weights: orAbsent(
    Weights.describe('What counts how much in `overall`; reply 0.7, metadata 0.3 where absent.'),
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
