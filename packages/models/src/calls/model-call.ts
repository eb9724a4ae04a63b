import type { EndpointError, Metadata, SessionId, ToolCall, Usage } from '@fairtrial/contracts';

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
  /** Values that only request templates use. */
  readonly context?: CallContext | undefined;
  /** What the endpoint gave the last turn to continue its session; `undefined` before the first. */
  readonly session?: SessionId | undefined;
  /** Called with each request and its response, to show them. Headers have no keys. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  readonly signal: AbortSignal;
}

/** The position of a call in its run. */
interface CallContext {
  readonly runId: string;
  /** Attempt of the scenario, counted from 0. */
  readonly attempt: number;
  /** Turn of the attempt, counted from 0. */
  readonly turn: number;
}

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** `undefined` if there was no response. */
  readonly response: ExchangeResponse | undefined;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly text: string;
  /** True if the response sets a cookie. Cookies are never sent back, so the endpoint may expect one. */
  readonly setsCookie: boolean;
}

/** Disables the agent backend's fallback to another model if a model fails (FALLBACK_MODEL). */
export const NO_FALLBACK = { 'x-model-fallback': 'none' } as const;

interface ModelReply {
  readonly state: 'answered';
  readonly text: string;
  /** Annotations that the endpoint included in its response. */
  readonly metadata: Metadata | undefined;
  readonly usage: Usage | undefined;
  /** Tools called for this reply; `undefined` if the response does not report them. */
  readonly toolCalls: readonly ToolCall[] | undefined;
  /** The model named in the response; `undefined` if there is none. */
  readonly model: string | undefined;
  /** What the next turn sends to continue the session; `undefined` if the endpoint has none. */
  readonly session?: SessionId | undefined;
  readonly flags: readonly string[];
  readonly elapsedMs: number;
}

export interface ModelFailure {
  readonly state: 'failed';
  /** True if a connection was made. */
  readonly reached: boolean;
  readonly error: EndpointError;
  /** What the next turn sends: the session in the response, the one opened for this turn, or the one it was sent with. */
  readonly session?: SessionId | undefined;
  /** Set if no request of the turn itself was sent, because its session could not be opened. */
  readonly isUnsent?: true;
}

/** Failures are returned, not thrown; only the caller's abort reason is thrown. */
export type ModelOutcome = ModelReply | ModelFailure;

/** Converts a call to an HTTP request. The protocol's fields override the caller's parameters. */
export interface WireProtocol {
  headers(call: ModelCall): Readonly<Record<string, string>>;
  /** `undefined` if the request has no body. */
  body(call: ModelCall): unknown;
}
