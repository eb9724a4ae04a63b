export { AgentMessage, AgentRequest } from './agent-message.ts';
export { AgentResponseMessage, ToolTraceStep } from './agent-response-message.ts';
export { AppError } from './app-error.ts';
export { Assertion, AssertionResult, type ExpectedCall } from './assertion.ts';
export {
  ComparedInteraction,
  ComparedMetric,
  ComparedRun,
  ComparedScenario,
  Comparison,
  ComparisonVerdict,
  LabelScores,
  Unmatched,
} from './comparison.ts';
export { EndpointError, EndpointErrorKind } from './endpoint-error.ts';
export { ERROR_CODES, isLasting, type ErrorCode } from './error-code.ts';
export { EvaluationRequest, History } from './evaluation-request.ts';
export { AttemptResult, EvaluationResponse, ScenarioResult } from './evaluation-response.ts';
export { ExportFormat } from './export-format.ts';
export { FineTunedId } from './fine-tuned-id.ts';
export { Gate, GateFinding, GateRequest, Gates, GateVerdict, GateWord } from './gate.ts';
export type { GateOperator, GateRule } from './gate-rule.ts';
export { Interaction } from './interaction.ts';
export { InteractionResult, MetadataSource, Outcome } from './interaction-result.ts';
export { InteractionList, InteractionRow, InteractionView, TurnPlace } from './interaction-row.ts';
export { isTooDeep } from './is-too-deep.ts';
export { JudgeChoice } from './judge-choice.ts';
export { JudgementView, JudgingTotal } from './judging.ts';
export { Metadata } from './metadata.ts';
export { MetricStats, Stats } from './metric-stats.ts';
export { ModelPrice, ModelPrices } from './model-prices.ts';
export { parseGate, type ParsedGate } from './parse-gate.ts';
export { ComparedPasses, RunPasses, ScenarioPasses } from './passes.ts';
export { FieldError, Problem } from './problem.ts';
export { Protocol } from './protocol.ts';
export { ComparedCost, RunCost } from './run-cost.ts';
export { RunDigest } from './run-digest.ts';
export { RunId } from './run-id.ts';
export { RowSort, RowStatus, RunFigures, RunRow, RunRowList } from './run-row.ts';
export { RunHead, RunList, RunState, RunView } from './run-view.ts';
export { Scope } from './scope.ts';
export { ScorerName } from './scorer-name.ts';
export { RescoreRequest } from './scoring-choice.ts';
export { AverageScores, Scores } from './scores.ts';
export { Settings } from './settings.ts';
export { StudioModels } from './studio-models.ts';
export { toStorable, toStorableJson } from './to-storable.ts';
export { TestBatch } from './test-batch.ts';
export { ToolCall } from './tool-call.ts';
export { TestHistory } from './test-history.ts';
export { TestCall, TestCallResult } from './test-call.ts';
export { Usage } from './usage.ts';
export { Weights } from './weights.ts';
