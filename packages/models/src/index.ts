export type { ChatMessage } from './chat-message.ts';
export { GEN_AI } from './gen-ai.ts';
export { createEndpoint, type Endpoint, type EndpointOptions } from './create-endpoint.ts';
export { kindOfStatus } from './kind-of-status.ts';
export type { ModelCall, ModelFailure, ModelOutcome, ModelReply } from './model-call.ts';
export { runJob, type JobsProvider } from './run-job.ts';
export { withoutSlash, withV1Fallback } from './with-v1-fallback.ts';
