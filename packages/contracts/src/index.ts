export { AgentMessage, AgentRequest } from './agent/agent-message.ts';
export { AgentResponseMessage, ToolTraceStep } from './agent/agent-response-message.ts';
export { AppError } from './shared/app-error.ts';
export { Check, CheckResult, type ExpectedCall } from './request/check.ts';
export {
  ComparedInteraction,
  ComparedMetric,
  ComparedRun,
  ComparedScenario,
  Comparison,
  ComparisonVerdict,
  GeneralVerdict,
  LabelScores,
  Unmatched,
} from './compare/comparison.ts';
export { EndpointError, EndpointErrorKind } from './shared/endpoint-error.ts';
export { ERROR_CODES, isLasting, type ErrorCode } from './shared/error-code.ts';
export { EvaluationRequest, History } from './request/evaluation-request.ts';
export { AttemptResult, EvaluationResponse, ScenarioResult } from './result/evaluation-response.ts';
export { ExportFormat } from './shared/export-format.ts';
export { FineTunedId } from './agent/fine-tuned-id.ts';
export { Gate, GateFinding, GateRequest, Gates, GateVerdict, GateWord } from './gates/gate.ts';
export type { GateOperator, GateRule } from './gates/gate-rule.ts';
export { Interaction } from './request/interaction.ts';
export { InteractionResult, MetadataSource, Outcome } from './result/interaction-result.ts';
export {
  InteractionList,
  InteractionRow,
  InteractionView,
  TurnPosition,
} from './result/interaction-row.ts';
export { isTooDeep } from './shared/is-too-deep.ts';
export { JudgeChoice } from './request/judge-choice.ts';
export { JudgementView, GradingTotal } from './result/grading.ts';
export { Metadata } from './shared/metadata.ts';
export { MetricStats, Stats } from './result/metric-stats.ts';
export { ModelPrice, ModelPrices } from './shared/model-prices.ts';
export { parseGate, type ParsedGate } from './gates/parse-gate.ts';
export { ComparedPasses, RunPasses, ScenarioPasses } from './result/passes.ts';
export { FieldError, Problem } from './shared/problem.ts';
export { Protocol } from './shared/protocol.ts';
export { ComparedCost, RunCost } from './result/run-cost.ts';
export { RunOverview } from './result/run-overview.ts';
export { RunId } from './shared/run-id.ts';
export { RowSort, RowStatus, RunFigures, RunRow, RunRowList } from './result/run-row.ts';
export { RunHead, RunList, RunState, RunView } from './result/run-view.ts';
export { Scope } from './shared/scope.ts';
export { ScorerName } from './shared/scorer-name.ts';
export { RescoreRequest } from './request/scoring-choice.ts';
export { AverageScores, Scores } from './result/scores.ts';
export { Settings } from './shared/settings.ts';
export { StudioModels } from './agent/studio-models.ts';
export { toStorable, toStorableJson } from './shared/to-storable.ts';
export { TestBatch } from './request/test-batch.ts';
export { ToolCall } from './shared/tool-call.ts';
export { TestHistory } from './result/test-history.ts';
export { TestCall, TestCallResult } from './request/test-call.ts';
export { Usage } from './shared/usage.ts';
export { Weights } from './request/weights.ts';
