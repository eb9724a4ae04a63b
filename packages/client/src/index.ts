export type {
  AgentApi,
  AgentInput,
  AgentModel,
  AgentStreamEvent,
  ChatOptions,
} from './agent-api.ts';
export { ApiError, type ApiErrorCode } from './api-error.ts';
export {
  createClient,
  type Client,
  type ClientOptions,
  type CompareQuery,
  type HistoryQuery,
  type TestCallInput,
} from './create-client.ts';
export type {
  ConversationsApi,
  ConversationsQuery,
  DatasetChangesInput,
  DatasetContentInput,
  DatasetsApi,
  DiffQuery,
  ImportInput,
  ScenariosQuery,
} from './datasets-api.ts';
export type { FollowOptions } from './follow-run.ts';
export type { OperationsApi } from './operations-api.ts';
export type { FinishedTurn, RunEvent } from './follow-run.ts';
export type {
  CallOptions,
  EvaluationInput,
  GateInput,
  InteractionFilter,
  LabelQuery,
  LabelSampleQuery,
  LabelsInput,
  RescoreInput,
  RetryInput,
  RowFilter,
  RunFilter,
  RunsApi,
  StartOptions,
} from './runs-api.ts';
export type { TargetInput, TargetsApi } from './targets-api.ts';
