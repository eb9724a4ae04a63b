export type { Admission, Permit } from './endpoint/admission.ts';
export type { ChatMessage } from './chat-message.ts';
export { completeWith, type Complete, type Completed } from './chat/complete-with.ts';
export type { ChatRequest, ChatTool, WireMessage, WireToolCall } from './chat/chat-request.ts';
export {
  NO_USAGE,
  type Completion,
  type CompletionToolCall,
  type TokenUsage,
} from './chat/completion.ts';
export { costOf } from './cost-of.ts';
export { createChatProvider, type ChatProvider } from './chat/create-chat-provider.ts';
export type { CompletionEvent } from './chat/read-answer.ts';
export { createJobsProvider } from './chat/create-jobs-provider.ts';
export { createModelLister } from './chat/list-provider-models.ts';
export { ProviderError } from './chat/provider-error.ts';
export { createEmbedder, type Embed, type Embedded } from './create-embedder.ts';
export { findPrice } from './find-price.ts';
export { GEN_AI } from './endpoint/gen-ai.ts';
export { isOpenai } from './is-openai.ts';
export { isTracing } from './endpoint/is-tracing.ts';
export { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint/create-endpoint.ts';
export type { ModelCall, ModelFailure, ModelOutcome, ModelReply } from './endpoint/model-call.ts';
export { withV1Fallback } from './endpoint/with-v1-fallback.ts';
