import type { EndpointError, Metadata, ToolCall, Usage } from '@assay/contracts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One request to a model, with the whole conversation so far. */
export interface ModelCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Sent in addition to the protocol's headers: idempotency key, conversation and turn. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Called before every request of the call except the first. The request is not sent if it returns false. If absent,
   * requests are not limited.
   */
  readonly reserveRequest?: (() => Promise<boolean>) | undefined;
  /**
   * Called before each request, after admission. Returns the latest time to start the request, by performance.now().
   * The request is not sent if it throws.
   */
  readonly beforeRequest?: (() => Promise<number>) | undefined;
  readonly signal: AbortSignal;
}

/** Disables the agent backend's fallback to another model if a model fails (FALLBACK_MODEL). */
export const NO_FALLBACK = { 'x-model-fallback': 'none' } as const;

export interface ModelReply {
  readonly state: 'answered';
  readonly text: string;
  /** Annotations that the endpoint included in its response. */
  readonly metadata: Metadata | undefined;
  readonly usage: Usage | undefined;
  /** Tools called for this reply; `undefined` if the response lists none. */
  readonly toolCalls: readonly ToolCall[] | undefined;
  /** The model named in the response; `undefined` if there is none. */
  readonly model: string | undefined;
  readonly flags: readonly string[];
  readonly elapsedMs: number;
}

export interface ModelFailure {
  readonly state: 'failed';
  /** True if a connection was made. */
  readonly reached: boolean;
  readonly error: EndpointError;
}

/** Failures are returned, not thrown; only the caller's abort reason is thrown. */
export type ModelOutcome = ModelReply | ModelFailure;

/** Converts a call to an HTTP request. The protocol's fields override the caller's parameters. */
export interface WireProtocol {
  headers(call: ModelCall): Readonly<Record<string, string>>;
  body(call: ModelCall): Readonly<Record<string, unknown>>;
}
