export { costInDollars, findPrice } from './cost.ts';
export type { Admission, Permit } from './endpoint/call-with-retries.ts';
export { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint/create-endpoint.ts';
export { usesResponses } from './endpoint/possible-targets.ts';
export { isOtherModel } from './endpoint/is-other-model.ts';
export {
  NO_FALLBACK,
  type ChatMessage,
  type Exchange,
  type ModelCall,
  type ModelFailure,
  type ModelOutcome,
} from './endpoint/model-call.ts';
export { GEN_AI_ATTRIBUTES, isTracing } from './endpoint/tracing.ts';
export { fetchWithV1Fallback } from './endpoint/v1-fallback.ts';
export { isOpenai } from './providers/adapt-request.ts';
export {
  createCompleter,
  ProviderError,
  type ChatProvider,
  type ChatRequest,
  type ChatTool,
  type Complete,
  type Completed,
  type CompletionEvent,
  type TextReceived,
  type WireMessage,
  type WireToolCall,
} from './providers/chat-provider.ts';
export {
  NO_USAGE,
  type Completion,
  type CompletionToolCall,
  type TokenUsage,
} from './providers/completion.ts';
export { createChatProvider } from './providers/create-chat-provider.ts';
export { createEmbedder, type Embed, type Embedded } from './providers/create-embedder.ts';
export { createJobsProvider } from './providers/create-jobs-provider.ts';
export { isText, mergeDelta, type Fields } from './providers/merge-delta.ts';
export { createModelLister } from './providers/list-provider-models.ts';
export { CHUNK_PATHS } from './replies/join-stream.ts';
export { REPLY_SHAPES } from './replies/reply-shapes.ts';
export { addUsage, readUsage } from './usage.ts';
export { createWebhookCaller, type CallWebhook } from './webhooks/create-webhook-caller.ts';
