import {
  collectLabels,
  createAnnotator,
  createJudge,
  type Annotation,
  type AnnotatorQuestion,
  type Judgement,
  type JudgeQuestion,
  type LabelKinds,
} from '@assay/scorers';
import type { RunPlan } from '../../db/run.ts';
import type { Ask } from './ask-once.ts';
import { giveUp } from './give-up.ts';
import type { MarkingModels } from './marking-models.ts';

interface Examiner<Q, A> {
  readonly model: string;
  readonly ask: Ask<Q, A>;
}

/** Who is asked about the replies of one run. They remember how a model can be asked, and whether it is any use. */
export interface Examiners {
  readonly judges: readonly Examiner<JudgeQuestion, Judgement>[];
  readonly annotator: Examiner<AnnotatorQuestion, Annotation> | undefined;
  readonly labels: LabelKinds;
}

export function createExaminers(
  { marking, scenarios }: Pick<RunPlan, 'marking' | 'scenarios'>,
  { complete, deadlineMs }: Pick<MarkingModels, 'complete' | 'deadlineMs'>,
): Examiners {
  const { judge, annotator: labeller } = marking ?? {};
  const judges = (judge?.models ?? []).map((model) => {
    const parameters = { temperature: judge?.temperature ?? 0 };
    const ask = createJudge({ complete, model, deadlineMs, parameters });
    return { model, ask: giveUp(ask, { model, state: 'judge_failed' }) };
  });
  if (labeller === undefined) return { judges, annotator: undefined, labels: new Map() };
  const ask = createAnnotator({ complete, model: labeller, deadlineMs });
  const annotator = {
    model: labeller,
    ask: giveUp(ask, { model: labeller, state: 'annotation_failed' }),
  };
  const expected = scenarios.flatMap(({ interactions }) => interactions);
  const labels = collectLabels(expected.map((one) => one.reference_metadata));
  return { judges, annotator, labels };
}
