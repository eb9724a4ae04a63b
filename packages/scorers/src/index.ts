export { collectLabels, type LabelKind, type LabelKinds } from './annotator/collect-labels.ts';
export {
  createAnnotator,
  type Annotation,
  type Annotator,
  type AnnotatorOptions,
  type AnnotatorQuestion,
} from './annotator/create-annotator.ts';
export { nothingAsked, type Account } from './asking/account.ts';
export type { AskFailure } from './asking/create-asker.ts';
export type { Forcing } from './asking/rungs.ts';
export { checkAssertions, failAssertions, shareOfPassed } from './assertions/check-assertions.ts';
export type { Checked } from './assertions/check.ts';
export { compileAssertion } from './assertions/compile-assertion.ts';
export { chrf } from './chrf.ts';
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
export { nearestReference } from './nearest-reference.ts';
export { normalise } from './normalise.ts';
export { readText, type Text } from './read-text.ts';
export { scorers } from './registry.ts';
export { scoreFailure, scoreReply, type Scoring } from './score-turn.ts';
export type { Expectation } from './scorer.ts';
export { semanticSimilarity } from './semantic-similarity.ts';
export { references } from './text-cache.ts';
export { tokenF1 } from './token-f1.ts';
export { withoutInapplicable } from './without-inapplicable.ts';
