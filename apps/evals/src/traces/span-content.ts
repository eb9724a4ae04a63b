import type { ConversationMessage } from '@fairtrial/contracts';

export interface ToolCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
}

/** A message that a model call received or returned. */
export interface TraceMessage {
  readonly role: ConversationMessage['role'];
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Of a tool result. */
  readonly callId: string | undefined;
  readonly tool: string | undefined;
}

/**
 * What is stored of a span. `model`: one call of a model. `agent`: a span around calls, which may repeat their
 * messages. `tool`: one call of a tool. `link`: only names the conversation of its trace.
 */
export interface SpanContent {
  readonly kind: 'model' | 'agent' | 'tool' | 'link';
  readonly service: string;
  readonly model: string | undefined;
  readonly input: readonly TraceMessage[];
  readonly output: readonly TraceMessage[];
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly error: string | undefined;
}

/** A stored span, or one that is about to be. */
export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly startedNs: bigint;
  readonly endedNs: bigint;
  readonly content: SpanContent;
}
