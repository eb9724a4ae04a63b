export {
  createAnnotator,
  type Annotation,
  type Annotator,
  type AnnotatorOptions,
  type AnnotatorQuestion,
} from './annotator/annotator.ts';
export { collectLabelKinds, type LabelKind, type LabelKinds } from './annotator/label-kinds.ts';
export type { CheckOutcome } from './checks/check.ts';
export { compileCheck } from './checks/registry.ts';
export { failChecks, runChecks, shareOfPassed } from './checks/run-checks.ts';
export {
  createJudge,
  JUDGE_SCORES,
  type Choice,
  type Judge,
  type Judgement,
  type JudgeOptions,
  type JudgeQuestion,
} from './judge/judge.ts';
export {
  createJudgePanel,
  sampleJudge,
  type PanelJudgement,
  type SampledJudgement,
  type SamplingJudge,
} from './judge/judge-panel.ts';
export { probeJudge, type JudgeProbe } from './judge/probe-judge.ts';
export { explainScores } from './explain-scores.ts';
export { compareTexts } from './facts/compare-texts.ts';
export { scorers } from './registry.ts';
export { scoreFailure, scoreReply, withoutInapplicable, type Scoring } from './score-turn.ts';
export type { Expectation } from './scorer.ts';
export type { OutputMode } from './structured-output/strategies.ts';
export {
  noCallStats,
  type AnswerFailure,
  type CallStats,
} from './structured-output/structured-prompt.ts';
export { chrf } from './text/chrf.ts';
export { nearestReference } from './text/nearest-reference.ts';
export { normalise } from './text/normalise.ts';
export { readText, type Text } from './text/read-text.ts';
export { semanticSimilarity } from './text/semantic-similarity.ts';
export { references } from './text/text-cache.ts';
export { tokenF1 } from './text/token-f1.ts';
