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
import type { RunPlan } from '../../db/runs/run.ts';
import type { Ask } from './ask-once.ts';
import { stopAfterFailures } from './stop-after-failures.ts';
import type { GradingModels } from './grading-models.ts';

interface Grader<Q, A> {
  readonly model: string;
  readonly ask: Ask<Q, A>;
}

/** Who is asked about the replies of one run. They remember how a model can be asked, and whether it is any use. */
export interface Graders {
  readonly judges: readonly Grader<JudgeQuestion, Judgement>[];
  readonly annotator: Grader<AnnotatorQuestion, Annotation> | undefined;
  readonly labels: LabelKinds;
}

export function createGraders(
  { grading, scenarios }: Pick<RunPlan, 'grading' | 'scenarios'>,
  { complete, deadlineMs }: Pick<GradingModels, 'complete' | 'deadlineMs'>,
): Graders {
  const { judge, annotator: labeller } = grading ?? {};
  const judges = (judge?.models ?? []).map((model) => {
    const parameters = { temperature: judge?.temperature ?? 0 };
    const ask = createJudge({ complete, model, deadlineMs, parameters });
    return { model, ask: stopAfterFailures(ask, { model, state: 'judge_failed' }) };
  });
  if (labeller === undefined) return { judges, annotator: undefined, labels: new Map() };
  const ask = createAnnotator({ complete, model: labeller, deadlineMs });
  const annotator = {
    model: labeller,
    ask: stopAfterFailures(ask, { model: labeller, state: 'annotation_failed' }),
  };
  const expected = scenarios.flatMap(({ interactions }) => interactions);
  const labels = collectLabels(expected.map((one) => one.reference_metadata));
  return { judges, annotator, labels };
}
