import type { RunId } from '@assay/contracts';
import {
  collectLabelKinds,
  createAnnotator,
  createJudge,
  noCallStats,
  probeJudge,
  type Annotation,
  type AnnotatorQuestion,
  type AnswerFailure,
  type Judgement,
  type JudgeQuestion,
  type LabelKinds,
} from '@assay/scorers';
import type { RunPlan } from '../../db/runs/run.ts';
import type { GradingModels } from './grading-models.ts';
import { askOnce, type Ask, type JudgementStore } from './judgement-store.ts';

interface Grader<Q, A> {
  readonly model: string;
  readonly ask: Ask<Q, A>;
}

/**
 * The judges and the annotator of one run. They keep state: the structured-output strategy of a model, and its
 * consecutive failures.
 */
export interface Graders {
  readonly judges: readonly Grader<JudgeQuestion, Judgement>[];
  readonly annotator: Grader<AnnotatorQuestion, Annotation> | undefined;
  readonly labels: LabelKinds;
}

export function createGraders(
  { grading, scenarios }: Pick<RunPlan, 'grading' | 'scenarios'>,
  { complete, deadlineMs }: Pick<GradingModels, 'complete' | 'deadlineMs'>,
): Graders {
  const { judge, annotator: annotatorModel } = grading ?? {};
  const judges = (judge?.models ?? []).map((model) => {
    const parameters = { temperature: judge?.temperature ?? 0 };
    const ask = createJudge({ complete, model, deadlineMs, parameters });
    return { model, ask: stopAfterFailures(ask, { model, state: 'judge_failed' }) };
  });
  if (annotatorModel === undefined) return { judges, annotator: undefined, labels: new Map() };
  const ask = createAnnotator({ complete, model: annotatorModel, deadlineMs });
  const annotator = {
    model: annotatorModel,
    ask: stopAfterFailures(ask, { model: annotatorModel, state: 'annotation_failed' }),
  };
  const interactions = scenarios.flatMap((scenario) => scenario.interactions);
  const labels = collectLabelKinds(interactions.map((each) => each.reference_metadata));
  return { judges, annotator, labels };
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

interface ProbeContext {
  readonly runId: RunId;
  readonly store: JudgementStore;
  readonly models: Pick<GradingModels, 'enter'>;
}

/** Probes are stored with the judgements, under a key that no turn has. */
const PROBE_TURN = { scenarioNo: -1, attemptNo: -1, turnNo: 0 };

/** Asks every judge two questions with known answers, once per run. Returns a warning for each judge that fails. */
export async function probeJudges(
  { judges }: Graders,
  { runId, store, models }: ProbeContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (judges.length === 0) return [];
  const known = await store.load(PROBE_TURN, PROBE_TURN);
  const warnings = judges.map(async ({ model, ask }) => {
    const kind = 'probe' as const;
    const context = { runId, turn: PROBE_TURN, kind, model, known, store, models };
    const probe = await probeJudge(askOnce(ask, context), signal);
    return probe.state === 'untrusted'
      ? [`judge_untrusted: ${model} was asked two questions with known answers, and ${probe.why}`]
      : [];
  });
  return (await Promise.all(warnings)).flat();
}
