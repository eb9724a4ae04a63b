import { z } from 'zod';
import { RunId } from '../shared/fields.ts';
import { AttemptPosition, Label } from './label.ts';

const Share = z.number().min(0).max(1);
const Interval = z.tuple([z.number(), z.number()]);

/** Progress of one labeller in one draw. */
const LabellerProgress = z.object({
  labeller: z.string(),
  labelled: z.int().describe('Attempts of this run that the labeller labelled as a whole.'),
  blind: z.int().describe('Those of them that count in rates.'),
});

/** A draw of attempts of the run. */
const LabelDraw = z
  .object({
    draw: z.uuid(),
    n: z.int(),
    seed: z.int(),
    with: RunId.nullable().describe('The second run of a mixed queue.'),
    attempts: z.int().describe('Number of drawn attempts of this run.'),
    created_at: z.iso.datetime(),
    labellers: z.array(LabellerProgress),
  })
  .meta({ id: 'LabelDraw' });
type LabelDraw = z.infer<typeof LabelDraw>;

/** An attempt or check about which the labels and the judge disagree. */
export const Disagreement = z
  .object({
    position: AttemptPosition,
    check_id: z.string().nullable(),
    label_passed: z.boolean().describe('By the majority of the labellers.'),
    judge_passed: z.boolean(),
    labellers: z.array(z.string()),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Disagreement' });
export type Disagreement = z.infer<typeof Disagreement>;

const Rate = z.object({ value: Share, interval: Interval, n: z.int() });
const Kappa = z.object({
  value: z.number(),
  interval: Interval.nullable().describe('95 % interval. `null` below five scenarios.'),
});

/** How often two verdicts on the same attempts or checks agree. */
const Agreed = {
  n: z.int(),
  agreed: z.int(),
  kappa: Kappa.nullable().describe('Cohen’s κ. `null` if the labels are all the same.'),
};

/** Agreement of the judge with the majority of the labellers. */
export const JudgeAgreement = z
  .object({
    check_id: z.string().nullable().describe('`null`: whole attempts.'),
    judges: z.array(z.string()).describe('Models that judged. Empty: only code decides.'),
    judge_digest: z
      .string()
      .describe('Changes if the judge, its instructions, the checks or the pass threshold change.'),
    ...Agreed,
    true_positive_rate: Rate.nullable().describe('Share of passed attempts that the judge passes.'),
    true_negative_rate: Rate.nullable().describe('Share of failed attempts that the judge fails.'),
  })
  .meta({ id: 'JudgeAgreement' });
export type JudgeAgreement = z.infer<typeof JudgeAgreement>;

/** Agreement of two people about the attempts that both labelled. */
export const LabellerAgreement = z
  .object({ labellers: z.tuple([z.string(), z.string()]), ...Agreed })
  .meta({ id: 'LabellerAgreement' });
export type LabellerAgreement = z.infer<typeof LabellerAgreement>;

/** The pass rate by people. */
export const CorrectedPassRate = z
  .object({
    pass_rate: Share,
    ci95: Interval,
    method: z
      .enum(['labels', 'ppi'])
      .describe(
        'labels: Wilson interval of the labels alone. ppi: prediction-powered inference, which also uses the judge on unlabelled attempts.',
      ),
    labelled: z.int(),
    fails: z.int().describe('Labelled attempts that failed.'),
  })
  .meta({ id: 'CorrectedPassRate' });
export type CorrectedPassRate = z.infer<typeof CorrectedPassRate>;

/** The pass rate that the error rates of the judge in earlier runs imply. Never decides a gate. */
export const EstimatedPassRate = z
  .object({
    pass_rate: Share,
    ci95: Interval,
    labelled: z.int().describe('Labelled attempts of earlier runs.'),
    runs: z.int().describe('Number of those runs.'),
  })
  .meta({ id: 'EstimatedPassRate' });
export type EstimatedPassRate = z.infer<typeof EstimatedPassRate>;

/** The answer of `GET /runs/{run_id}/labels`. */
export const LabelReport = z
  .object({
    labels: z.array(Label),
    next: z.int().nullable().describe('`from` of the next page. `null` at the end.'),
    draws: z.array(LabelDraw),
    disagreements: z.array(Disagreement).describe('The first 200.'),
    disagreement_count: z.int(),
    agreement: z.array(JudgeAgreement).describe('By the blind labels of draws.'),
    labeller_agreement: z.array(LabellerAgreement).describe('By the blind labels of draws.'),
    corrected: CorrectedPassRate.nullable().describe('`null` without blind labels of a draw.'),
    estimated: EstimatedPassRate.nullable().describe(
      'By Rogan and Gladen, from labels of earlier runs of the same test with the same digest.',
    ),
    ties: z
      .int()
      .describe('Attempts that count as unlabelled, because as many labellers pass as fail them.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'LabelReport' });
export type LabelReport = z.infer<typeof LabelReport>;
