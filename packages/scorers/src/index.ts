export { collectLabels, type LabelKind, type LabelKinds } from './annotator/collect-labels.ts';
export {
  createAnnotator,
  type Annotation,
  type Annotator,
  type AnnotatorOptions,
  type AnnotatorQuestion,
} from './annotator/create-annotator.ts';
export { nothingAsked, type Account } from './structured-output/account.ts';
export type { AskFailure } from './structured-output/structured-prompt.ts';
export type { OutputMode } from './structured-output/strategies.ts';
export { runChecks, failChecks, shareOfPassed } from './checks/run-checks.ts';
export type { CheckOutcome } from './checks/check.ts';
export { compileCheck } from './checks/compile-check.ts';
export { chrf } from './text/chrf.ts';
export { conveneJudges, type PanelJudgement } from './judge/convene-judges.ts';
export {
  createJudge,
  type Judge,
  type Judgement,
  type JudgeOptions,
  type JudgeQuestion,
} from './judge/create-judge.ts';
export { JUDGE_SCORES, type Choice } from './judge/judge-scores.ts';
export { probeJudge, type JudgeProbe } from './judge/probe-judge.ts';
export { sampleJudge, type SampledJudgement, type SamplingJudge } from './judge/sample-judge.ts';
export { nearestReference } from './text/nearest-reference.ts';
export { normalise } from './text/normalise.ts';
export { readText, type Text } from './text/read-text.ts';
export { scorers } from './registry.ts';
export { scoreFailure, scoreReply, type Scoring } from './score-turn.ts';
export type { Expectation } from './scorer.ts';
export { semanticSimilarity } from './text/semantic-similarity.ts';
export { references } from './text/text-cache.ts';
export { tokenF1 } from './text/token-f1.ts';
export { withoutInapplicable } from './without-inapplicable.ts';
