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
  models: MarkingModels,
): Examiners {
  const { complete, deadlineMs } = models;
  const { judge, annotator: labeller } = marking ?? {};
  const judges = (judge?.models ?? []).map((model) => {
    const parameters = { temperature: judge?.temperature ?? 0 };
    const ask = createJudge({ complete, model, deadlineMs, parameters });
    return { model, ask: inTurn(models, giveUp(ask, { model, state: 'judge_failed' })) };
  });
  if (labeller === undefined) return { judges, annotator: undefined, labels: new Map() };
  const ask = createAnnotator({ complete, model: labeller, deadlineMs });
  const annotator = {
    model: labeller,
    ask: inTurn(models, giveUp(ask, { model: labeller, state: 'annotation_failed' })),
  };
  const expected = scenarios.flatMap(({ interactions }) => interactions);
  const labels = collectLabels(expected.map((one) => one.reference_metadata));
  return { judges, annotator, labels };
}

/** Whoever waits is not being asked yet: their time does not run, and they see whether the model was given up meanwhile. */
function inTurn<Q, A>(models: MarkingModels, ask: Ask<Q, A>): Ask<Q, A> {
  return async (question, signal) => {
    const permit = await models.enter(signal);
    try {
      return await ask(question, signal);
    } finally {
      permit.leave({ isTooFast: false });
    }
  };
}
