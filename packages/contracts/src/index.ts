export {
  AgentMessage,
  AgentResponseMessage,
  FineTunedId,
  StudioModels,
  ToolTraceStep,
} from './agent/agent-message.ts';
export { CompletionRequest, type Model } from './agent/openai-wire.ts';
export { ResponseRequest, type ResponseItem, type ResponsePart } from './agent/response-request.ts';
export { ComparedMetric } from './compare/compared-metric.ts';
export { ComparedUsers } from './compare/compared-users.ts';
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
export {
  DEFAULT_MARGIN,
  DEFAULT_METRIC,
  MIN_COVERAGE,
  MIN_TURN_COVERAGE,
} from './compare/defaults.ts';
export { ChangedPart, ChangedScenario, Unmatched } from './compare/not-compared.ts';
export {
  DatasetConflict,
  DatasetDiff,
  longestIncreasing,
  ScenarioChange,
  serializeScenario,
} from './datasets/dataset-diff.ts';
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
export { DatasetReference, ScenarioFilter } from './datasets/scenario-filter.ts';
export {
  EndpointError,
  EndpointErrorKind,
  JsonPointer,
  Outcome,
  Protocol,
} from './endpoint/endpoint.ts';
export { Metadata, ToolCall, Usage, type SessionId } from './endpoint/model-reply.ts';
export { isTemplate } from './endpoint/target-faults.ts';
export {
  StoredTarget,
  StoredTargets,
  Target,
  TARGET_LIMITS,
  TargetName,
} from './endpoint/target.ts';
export {
  listPlaceholders,
  parseTemplate,
  PLACEHOLDERS,
  type Placeholder,
} from './endpoint/template-text.ts';
export { TestCall, TestCallResult } from './endpoint/test-call.ts';
export { ERROR_CODES, isPermanent, type ErrorCode } from './errors/error-code.ts';
export { fieldErrors } from './errors/field-errors.ts';
export { AppError, FieldError, Problem } from './errors/problem.ts';
export { Baseline, Gate, GateFinding, GateRequest, GateResult, GateVerdict } from './gates/gate.ts';
export { parseGate, type GateOperator, type GateRule } from './gates/parse-gate.ts';
export { sortKeys } from './json/json.ts';
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
  AttemptPosition,
  Label,
  LabelsRequest,
  PostedLabel,
  SavedLabel,
  SavedLabels,
} from './labels/label.ts';
export {
  MAX_SCORED_TURNS,
  OwnScorerName,
  ScorerCall,
  ScorerTurn,
} from './own-scorers/own-scorer.ts';
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
export { CallBudget, StoppedBy } from './request/call-budget.ts';
export { EvaluationRequest, History } from './request/evaluation-request.ts';
export { RescoreRequest } from './request/rescore-request.ts';
export {
  DEFAULT_WEIGHTS,
  JudgeChoice,
  listOwnWeights,
  ScorerName,
  Weights,
} from './request/scoring-choice.ts';
export {
  AttemptResult,
  ConversationResult,
  EvaluationResponse,
  ScenarioResult,
} from './result/evaluation-response.ts';
export { GradingTotal, JudgementView } from './result/grading.ts';
export { InteractionResult, MetadataSource } from './result/interaction-result.ts';
export {
  InteractionList,
  InteractionRow,
  InteractionView,
  TurnPosition,
} from './result/interaction-row.ts';
export { CallRange, PlannedRun } from './result/planned-run.ts';
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
export { ScoreExplanation, type OverallPart, type ReplyLimit } from './result/score-explanation.ts';
export { TestHistory } from './result/test-history.ts';
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
export {
  CHECK_TYPES,
  checkName,
  checkType,
  isJudgedCheck,
  type CheckType,
  type CodeCheckType,
} from './scenarios/check-type.ts';
export {
  AlignedCall,
  Check,
  CheckResult,
  CheckVerdict,
  ToolCallMark,
  ToolOrder,
} from './scenarios/check.ts';
export { SimulatedUser } from './scenarios/simulated-user.ts';
export { Interaction, TestBatch } from './scenarios/test-batch.ts';
export { countScenarioTurns, DEFAULT_USER_TURNS } from './scenarios/user-turns.ts';
export { RunId } from './shared/fields.ts';
export { ProbedJudge, Scope, Settings } from './shared/settings.ts';
export { Tally } from './shared/tally.ts';
export { ComparedCost, ModelPrice, ModelPrices, RunCost } from './summary/cost.ts';
export { Basis, Headline, HeadlineResult } from './summary/headline.ts';
export {
  ComparedPasses,
  CorrectedDifference,
  RunPasses,
  ScenarioPasses,
} from './summary/passes.ts';
export { AverageScores, MetricStats, Scores, Stats } from './summary/scores.ts';
export { Sequential } from './summary/sequential.ts';
export {
  ExcludedReason,
  UserAudit,
  UserFaultKind,
  UserReport,
  UserResult,
} from './summary/simulated-user-result.ts';
export { countEdits } from './text/count-edits.ts';
export { normalizeText } from './text/safe-text.ts';
export { isShownOnly, showAddress } from './text/show-address.ts';
export {
  Conversation,
  ConversationHead,
  ConversationList,
  ConversationMessage,
} from './traces/conversation.ts';
