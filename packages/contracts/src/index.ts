export { AgentMessage, AgentResponseMessage, ToolTraceStep } from './agent/agent-message.ts';
export { FineTunedId, StudioModels } from './agent/agent-message.ts';
export { CompletionRequest, type Model } from './agent/openai-wire.ts';
export { ResponseRequest, type ResponseItem, type ResponsePart } from './agent/response-request.ts';
export {
  ComparedInteraction,
  ComparedRun,
  ComparedScenario,
  Comparison,
  ComparisonVerdict,
  GeneralVerdict,
  LabelScores,
  ScenarioVerdict,
  SuiteResult,
} from './compare/comparison.ts';
export { ComparedMetric } from './compare/compared-metric.ts';
export { ComparedUsers } from './compare/compared-users.ts';
export { ChangedPart, ChangedScenario, Unmatched } from './compare/not-compared.ts';
export {
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
  MIN_COVERAGE,
  MIN_TURN_COVERAGE,
} from './compare/defaults.ts';
export { DatasetConflict, DatasetDiff, ScenarioChange } from './datasets/dataset-diff.ts';
export {
  Dataset,
  DATASET_LIMITS,
  DatasetChanges,
  DatasetContent,
  DatasetName,
  DatasetSaved,
  DatasetVersion,
  DatasetView,
  ScenarioList,
  ScenarioRow,
  StoredScenario,
} from './datasets/dataset.ts';
export { ColumnUse, ImportFormat, ImportRequest, ImportResult } from './datasets/import.ts';
export { longestIncreasing } from './datasets/longest-increasing.ts';
export { serializeScenario } from './datasets/scenario-content.ts';
export { DatasetReference, ScenarioFilter } from './datasets/scenario-filter.ts';
export {
  Conversation,
  ConversationHead,
  ConversationList,
  ConversationMessage,
} from './traces/conversation.ts';
export { Baseline, Gate, GateFinding, GateRequest, GateResult, GateVerdict } from './gates/gate.ts';
export { parseGate, type GateOperator, type GateRule } from './gates/parse-gate.ts';
export { OwnScorerName } from './own-scorers/own-scorer-name.ts';
export { MAX_SCORED_TURNS, ScorerCall, ScorerTurn } from './own-scorers/scorer-call.ts';
export {
  AttemptPosition,
  Label,
  PostedLabel,
  LabelsRequest,
  SavedLabel,
  SavedLabels,
} from './labels/label.ts';
export {
  CorrectedPassRate,
  Disagreement,
  EstimatedPassRate,
  JudgeAgreement,
  LabellerAgreement,
  LabelReport,
} from './labels/label-report.ts';
export { LabelCheck, LabelItem, LabelSample, LabelTurn } from './labels/label-sample.ts';
export {
  AlignedCall,
  Check,
  CheckResult,
  CheckVerdict,
  ToolCallMark,
  ToolOrder,
} from './request/check.ts';
export {
  CHECK_TYPES,
  checkName,
  checkType,
  isJudgedCheck,
  type CheckType,
  type CodeCheckType,
} from './request/check-type.ts';
export { EvaluationRequest, History } from './request/evaluation-request.ts';
export { RescoreRequest } from './request/rescore-request.ts';
export { DEFAULT_WEIGHTS, JudgeChoice, listOwnWeights, Weights } from './request/scoring-choice.ts';
export {
  StoredTarget,
  StoredTargets,
  Target,
  TARGET_LIMITS,
  TargetName,
} from './request/target.ts';
export { isTemplate } from './request/target-faults.ts';
export {
  listPlaceholders,
  parseTemplate,
  PLACEHOLDERS,
  type Placeholder,
} from './request/template-text.ts';
export { SimulatedUser } from './request/simulated-user.ts';
export { Interaction, TestBatch } from './request/test-batch.ts';
export { countScenarioTurns, DEFAULT_USER_TURNS } from './request/user-turns.ts';
export { TestCall, TestCallResult } from './request/test-call.ts';
export { ComparedCost, ModelPrice, ModelPrices, RunCost } from './result/cost.ts';
export {
  AttemptResult,
  ConversationResult,
  EvaluationResponse,
  ScenarioResult,
} from './result/evaluation-response.ts';
export { Basis, Headline, HeadlineResult } from './result/headline.ts';
export { GradingTotal, JudgementView } from './result/grading.ts';
export { InteractionResult, MetadataSource, Outcome } from './result/interaction-result.ts';
export {
  InteractionList,
  InteractionRow,
  InteractionView,
  TurnPosition,
} from './result/interaction-row.ts';
export { ComparedPasses, CorrectedDifference, RunPasses, ScenarioPasses } from './result/passes.ts';
export { CallRange, PlannedRun } from './result/planned-run.ts';
export { ProbedJudge } from './result/probed-judge.ts';
export { RunBreakdown } from './result/run-breakdown.ts';
export type { FinishedTurn, RunEvent } from './result/run-event.ts';
export { RowSort, RowStatus, RunFigures, RunRow, RunRowList } from './result/run-row.ts';
export {
  ExportFormat,
  RunHead,
  RunList,
  RunOverview,
  RunState,
  RunView,
} from './result/run-view.ts';
export { IDEMPOTENCY_KEY } from './routes/query-fields.ts';
export type { Api, Method, Route, RouteName } from './routes/route.ts';
export {
  AGENT_API,
  AGENT_ROUTES,
  EVALUATION_API,
  EVALUATION_ROUTES,
  OPERATION_ROUTES,
  ROUTES,
  type Answer,
  type AnswerSchema,
  type AnyRouteName,
  type Body,
  type Headers,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
  type PathParameter,
  type Query,
} from './routes/routes.ts';
export { ScoreExplanation, type OverallPart, type ReplyLimit } from './result/score-explanation.ts';
export { AverageScores, MetricStats, Scores, Stats } from './result/scores.ts';
export { Sequential } from './result/sequential.ts';
export {
  ExcludedReason,
  UserAudit,
  UserFaultKind,
  UserReport,
  UserResult,
} from './result/simulated-user-result.ts';
export { TestHistory } from './result/test-history.ts';
export { AppError } from './shared/app-error.ts';
export { CallBudget, StoppedBy } from './shared/call-budget.ts';
export { EndpointError, EndpointErrorKind, JsonPointer, Protocol } from './shared/endpoint.ts';
export { ERROR_CODES, isPermanent, type ErrorCode } from './shared/error-code.ts';
export { fieldErrors } from './request/field-errors.ts';
export { Metadata, ToolCall, Usage, type SessionId } from './shared/model-reply.ts';
export { normalizeText } from './text/normalize-text.ts';
export { FieldError, Problem } from './shared/problem.ts';
export { RunId } from './shared/run-id.ts';
export { countEdits } from './request/count-edits.ts';
export { ScorerName } from './shared/scorer-name.ts';
export { Scope, Settings } from './shared/settings.ts';
export { isShownOnly, showAddress } from './shared/show-address.ts';
export { sortKeys } from './shared/sort-keys.ts';
export { Tally } from './shared/tally.ts';
export {
  containsValue,
  findExcess,
  fromPointer,
  INPUT_LIMITS,
  isTooDeep,
  parseJson,
  toHeaderText,
  toPointer,
  toStorable,
  toStorableJson,
  type JsonLimit,
} from './plain.ts';
