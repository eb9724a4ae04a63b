export { OUT_OF_TIME, UNLIMITED, type Budget } from './budget.ts';
export { createAnnotator, type Annotation, type AnnotatorQuestion } from './annotator/annotator.ts';
export { collectLabelKinds, type LabelKinds } from './annotator/label-kinds.ts';
export { alignToolCalls } from './checks/align-tool-calls.ts';
export type { CheckOutcome, CodeCheck } from './checks/check.ts';
export { compileCheck } from './checks/registry.ts';
export { failChecks, isApplicable, isCodeCheck, runChecks } from './checks/run-checks.ts';
export { isCutOff, isNotReported } from './checks/tools.ts';
export { explainScores } from './explain-scores.ts';
export { combineCheckVerdicts } from './judge/combine-checks.ts';
export {
  createChecksJudge,
  digestChecksPrompt,
  type ChecksJudge,
  type ChecksJudgement,
  type ChecksQuestion,
} from './judge/judge-checks.ts';
export {
  createJudgePanel,
  sampleJudge,
  type PanelJudgement,
  type SampledJudgement,
} from './judge/judge-panel.ts';
export {
  createJudge,
  JUDGE_PROMPT_DIGEST,
  JUDGE_SCORES,
  type Judgement,
  type JudgeQuestion,
} from './judge/judge.ts';
export type { CheckToJudge, CheckVerdict, JudgedCheck } from './judge/judged-check.ts';
export { PROBE_ITEMS } from './judge/probe-items.ts';
export { probeJudge, type ProbeSummary } from './judge/probe-judge.ts';
export { createQuoteVerifier, type Quote } from './judge/verify-quotes.ts';
export { failedScore, type OwnScore, type OwnScoreFailure } from './own/own-score.ts';
export { readScorerReply } from './own/read-scorer-reply.ts';
export { scorers } from './registry.ts';
export { FIRST_VERSION, listVersions, type Grader } from './scorer.ts';
export { scoreFailure, scoreReply, withoutInapplicable } from './score-turn.ts';
export { noCallStats, type AnswerFailure } from './structured-output/structured-prompt.ts';
export { chrf } from './text/chrf.ts';
export { compareTexts } from './text/compare-texts.ts';
export { nearestReference } from './text/nearest-reference.ts';
export { normalise } from './text/normalise.ts';
export { readText, type Text } from './text/read-text.ts';
export { semanticSimilarity } from './text/semantic-similarity.ts';
export { references } from './text/text-cache.ts';
export { tokenF1 } from './text/token-metrics.ts';
export type { Audit } from './user/audit-schema.ts';
export {
  createAuditJudge,
  digestAuditPrompt,
  type AuditJudgement,
  type AuditQuestion,
} from './user/audit-user.ts';
export { combineAudits } from './user/combine-audits.ts';
export type { PlayedUser, UserMessage } from './user/played-user.ts';
export {
  createUser,
  USER_PROMPT_DIGEST,
  type AskUser,
  type UserAnswer,
  type UserQuestion,
} from './user/simulate-user.ts';
