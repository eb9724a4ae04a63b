import type { EndpointError, Metadata, ToolCall, Usage } from '@assay/contracts';
import type { ChatMessage } from '../chat-message.ts';

/** One question to a model: the whole conversation so far. */
export interface ModelCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Beside what the protocol sends: idempotency key, conversation and turn. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface ModelReply {
  readonly state: 'answered';
  readonly text: string;
  /** Annotations the endpoint gave of its own accord. */
  readonly metadata: Metadata | undefined;
  readonly usage: Usage | undefined;
  /** The tools that were called on the way; undefined where the answer tells of none. */
  readonly toolCalls: readonly ToolCall[] | undefined;
  readonly flags: readonly string[];
  readonly elapsedMs: number;
}

export interface ModelFailure {
  readonly state: 'failed';
  /** Whether anybody was there to fail. */
  readonly reached: boolean;
  readonly error: EndpointError;
}

/** A dead endpoint is an outcome like any other: nothing is thrown but the caller's own abort. */
export type ModelOutcome = ModelReply | ModelFailure;
