export type {
  AgentResponseMessage,
  Answer,
  AnyRouteName,
  Body,
  FinishedTurn,
  Query,
  RunEvent,
} from '@fairtrial/contracts';
export { ApiError, type ApiErrorCode } from './api-error.ts';
export type { AgentStreamEvent, ChatOptions } from './chat-stream.ts';
export {
  createClient,
  type Client,
  type ClientOptions,
  type StartOptions,
} from './create-client.ts';
export type { FollowOptions } from './follow-run.ts';
export type { CallOptions, RequestOptions } from './request.ts';
