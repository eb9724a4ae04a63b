import type { EndpointError, Metadata, ToolCall, Usage } from '@assay/contracts';

/** One message of a conversation. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One question to a model: the whole conversation so far. */
export interface ModelCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly parameters: Readonly<Record<string, unknown>>;
  /** In addition to those of the protocol: idempotency key, conversation and turn. */
  readonly headers: Readonly<Record<string, string>>;
  /** Asked before each request of the call after the first; false: it must not be sent. If absent, it may. */
  readonly reserveRequest?: (() => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
}

/** Asks our agent backend to let no other model answer, as it else may if a model fails (FALLBACK_MODEL). */
export const NO_FALLBACK = { 'x-model-fallback': 'none' } as const;

export interface ModelReply {
  readonly state: 'answered';
  readonly text: string;
  /** Annotations the endpoint gave of its own accord. */
  readonly metadata: Metadata | undefined;
  readonly usage: Usage | undefined;
  /** The tools that were called on the way; undefined where the answer tells of none. */
  readonly toolCalls: readonly ToolCall[] | undefined;
  /** The model that answered, as far as the answer says. */
  readonly model: string | undefined;
  readonly flags: readonly string[];
  readonly elapsedMs: number;
}

export interface ModelFailure {
  readonly state: 'failed';
  /** Whether a connection was made. */
  readonly reached: boolean;
  readonly error: EndpointError;
}

/** A failure is a value too: only the caller's own abort is thrown. */
export type ModelOutcome = ModelReply | ModelFailure;

/** How a call becomes an HTTP request. The protocol's own fields win over the caller's parameters. */
export interface WireProtocol {
  headers(call: ModelCall): Readonly<Record<string, string>>;
  body(call: ModelCall): Readonly<Record<string, unknown>>;
}
