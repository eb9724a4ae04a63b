import { z } from 'zod';
import { boundedText, orAbsent, RunId } from '../shared/fields.ts';

/** At most the largest `integer` of PostgreSQL. */
const Ordinal = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Zero-based position of an attempt in its run. */
export const AttemptPosition = z
  .object({ scenario: Ordinal, attempt: Ordinal })
  .meta({ id: 'AttemptPosition' });
export type AttemptPosition = z.infer<typeof AttemptPosition>;

/** The name that a person labels under. It is not verified. */
export const Labeller = boundedText(100)
  .trim()
  .min(1)
  .describe('Name of the person who labels. It is not verified; the name of the API key is stored.')
  .meta({ id: 'Labeller' });

/** One label to store: a person's verdict on a whole attempt, or on one of its checks. */
export const PostedLabel = z
  .object({
    position: orAbsent(AttemptPosition.describe('The labelled attempt.')),
    draw: orAbsent(
      z.uuid().describe('The draw that showed the attempt. Only labels of a draw count in rates.'),
    ),
    item: orAbsent(Ordinal.describe('Number of the item in the draw; replaces `position`.')),
    check_id: orAbsent(
      boundedText(64, 1).describe('The labelled check. Absent: the whole attempt.'),
    ),
    passed: z.boolean().nullable().describe('`null` removes the label.'),
    note: orAbsent(boundedText(1000)),
    labeller: Labeller,
  })
  .refine(({ position, item }) => (position === undefined) !== (item === undefined), {
    error: 'must have either "position" or "item"',
  })
  .refine(({ item, draw }) => item === undefined || draw !== undefined, {
    path: ['draw'],
    error: 'is required with "item"',
  })
  .meta({ id: 'PostedLabel' });
export type PostedLabel = z.infer<typeof PostedLabel>;

/** The body of `POST /runs/{run_id}/labels`. */
export const LabelsRequest = z
  .object({
    labels: z.array(PostedLabel).min(1).max(100),
    reveal: orAbsent(
      z
        .boolean()
        .describe(
          'If false, the answer does not say what the judge found, and the labels can be changed and still count as blind. Default: true.',
        ),
    ),
  })
  .meta({ id: 'LabelsRequest' });
export type LabelsRequest = z.infer<typeof LabelsRequest>;

/** A person's verdict on a whole attempt, or on one of its checks. */
export const Label = z
  .object({
    run_id: RunId,
    position: AttemptPosition,
    check_id: z.string().nullable().describe('`null`: the whole attempt.'),
    passed: z.boolean().nullable().describe('`null` if the label was removed.'),
    note: z.string().nullable(),
    labeller: z.string(),
    draw: z.uuid().nullable(),
    blind: z
      .boolean()
      .describe(
        'true if it belongs to a draw and was given before the labeller was told what the judge found.',
      ),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Label' });
export type Label = z.infer<typeof Label>;

/** A stored label, and what the judge found. */
export const SavedLabel = Label.extend({
  judge_passed: z
    .boolean()
    .nullable()
    .describe(
      'The result of the run for the same attempt or check. `null` if unknown, or with `"reveal": false`.',
    ),
}).meta({ id: 'SavedLabel' });
export type SavedLabel = z.infer<typeof SavedLabel>;

/** The answer of `POST /runs/{run_id}/labels`, in the order of the request. */
export const SavedLabels = z.object({ labels: z.array(SavedLabel) }).meta({ id: 'SavedLabels' });
export type SavedLabels = z.infer<typeof SavedLabels>;
