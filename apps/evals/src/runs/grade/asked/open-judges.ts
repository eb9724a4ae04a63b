import {
  collectLabelKinds,
  createAuditJudge,
  type AuditJudgement,
  type AuditQuestion,
  createAnnotator,
  createChecksJudge,
  createJudge,
  noCallStats,
  type Annotation,
  type AnnotatorQuestion,
  type AnswerFailure,
  type ChecksJudgement,
  type ChecksQuestion,
  type Judgement,
  type JudgeQuestion,
  type LabelKinds,
} from '@fairtrial/scorers';
import type { RunPlan } from '../../../entities/run.ts';
import { doesTask } from '../../plan/plan-grading.ts';
import type { GradingModels } from './grading-models.ts';
import type { Ask } from './judgement-store.ts';

interface Judge<Q, A> {
  readonly model: string;
  readonly ask: Ask<Q, A>;
}

/**
 * The judges and the annotator of one run. They keep state: the structured-output strategy of a model, and its
 * consecutive failures.
 */
export interface Judges {
  /** Compare replies with references. */
  readonly judges: readonly Judge<JudgeQuestion, Judgement>[];
  /** The same judges for probes. Their failures do not stop the judge, because many probes are asked at once. */
  readonly probedJudges: readonly Judge<JudgeQuestion, Judgement>[];
  /** Decide checks. */
  readonly checksJudges: readonly Judge<ChecksQuestion, ChecksJudgement>[];
  /** Audit conversations with simulated users. */
  readonly auditJudges: readonly Judge<AuditQuestion, AuditJudgement>[];
  readonly annotator: Judge<AnnotatorQuestion, Annotation> | undefined;
  readonly labels: LabelKinds;
}

export function openJudges(
  { grading, scenarios }: Pick<RunPlan, 'grading' | 'scenarios'>,
  { complete, deadlineMs }: Pick<GradingModels, 'complete' | 'deadlineMs'>,
): Judges {
  const { judge, annotator: annotatorModel } = grading ?? {};
  const parameters = { temperature: judge?.temperature ?? 0 };
  const models = judge?.models ?? [];
  // One judge for both, because it remembers which output strategies its model supports.
  const probedJudges = models.map((model) => ({
    model,
    ask: createJudge({ complete, model, deadlineMs, parameters }),
  }));
  const judges = probedJudges.map(({ model, ask }) => ({
    model,
    ask: stopAfterFailures(ask, { model, state: 'judge_failed' }),
  }));
  const checksJudges = (doesTask(grading, 'checks') ? models : []).map((model) => {
    const ask = createChecksJudge({ complete, model, deadlineMs, parameters });
    return { model, ask: stopAfterFailures(ask, { model, state: 'judge_failed' }) };
  });
  const auditJudges = (doesTask(grading, 'audit') ? models : []).map((model) => {
    const ask = createAuditJudge({ complete, model, deadlineMs, parameters });
    return { model, ask: stopAfterFailures(ask, { model, state: 'judge_failed' }) };
  });
  const asked = { judges, probedJudges, checksJudges, auditJudges };
  if (annotatorModel === undefined) {
    return { ...asked, annotator: undefined, labels: new Map() };
  }
  const ask = createAnnotator({ complete, model: annotatorModel, deadlineMs });
  const annotator = {
    model: annotatorModel,
    ask: stopAfterFailures(ask, { model: annotatorModel, state: 'annotation_failed' }),
  };
  const interactions = scenarios.flatMap((scenario) => scenario.interactions);
  const labels = collectLabelKinds(interactions.map((each) => each.reference_metadata));
  return { ...asked, annotator, labels };
}

const MAX_FAILURES_BEFORE_SUCCESS = 5;
const MAX_FAILURES_AFTER_SUCCESS = 20;

/** Failures that are caused by the text of a reply, not by the model. */
const CAUSED_BY_TEXT: ReadonlySet<AnswerFailure['kind']> = new Set(['untrusted', 'too_long']);

interface Failed<S extends string> {
  readonly state: S;
  readonly failure: AnswerFailure;
}

/** Wraps `ask`: after too many consecutive failures every further question fails at once, without calling the model. */
export function stopAfterFailures<
  Q,
  A extends { readonly state: string },
  S extends A['state'] & string,
>(
  ask: Ask<Q, A>,
  { model, state }: { readonly model: string; readonly state: S },
): Ask<Q, A | (Failed<S> & ReturnType<typeof noCallStats>)> {
  let failuresInARow = 0;
  let maxFailures = MAX_FAILURES_BEFORE_SUCCESS;
  return async (question, signal) => {
    if (failuresInARow >= maxFailures) {
      const message = `${model} gave no usable answer ${maxFailures} times in a row, so it was not called`;
      const failure = { kind: 'circuit_open', message } as const;
      return { state, failure, ...noCallStats({ model }) };
    }
    const answer = await ask(question, signal);
    const failure = 'failure' in answer ? (answer.failure as AnswerFailure) : undefined;
    if (failure === undefined) {
      failuresInARow = 0;
      maxFailures = MAX_FAILURES_AFTER_SUCCESS;
    } else if (!CAUSED_BY_TEXT.has(failure.kind)) failuresInARow += 1;
    return answer;
  };
}
