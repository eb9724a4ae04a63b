export {
  NO_FALLBACK,
  type ChatMessage,
  type Exchange,
  type ModelCall,
  type ModelFailure,
  type ModelOutcome,
} from './calls/model-call.ts';
export { fetchWithV1Fallback } from './calls/v1-fallback.ts';
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
} from './completions/chat-provider.ts';
export {
  NO_USAGE,
  type Completion,
  type CompletionToolCall,
  type TokenUsage,
} from './completions/completion.ts';
export { isText, mergeDelta, type Fields } from './completions/merge-delta.ts';
export type { Admission, Permit } from './endpoint/call-with-retries.ts';
export { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint/create-endpoint.ts';
export { isOtherModel } from './endpoint/is-other-model.ts';
export { usesResponses } from './endpoint/possible-targets.ts';
export { GEN_AI_ATTRIBUTES, isTracing } from './endpoint/tracing.ts';
export { createChatProvider, isOpenai } from './providers/create-chat-provider.ts';
export { createEmbedder, type Embed, type Embedded } from './providers/create-embedder.ts';
export { createJobsProvider } from './providers/create-jobs-provider.ts';
export { createModelLister } from './providers/list-provider-models.ts';
export { CHUNK_PATHS } from './replies/join-stream.ts';
export { REPLY_SHAPES } from './replies/reply-shapes.ts';
export { addUsage, costInDollars, findPrice, readUsage } from './usage.ts';
export { createWebhookCaller, type CallWebhook } from './webhooks/create-webhook-caller.ts';
