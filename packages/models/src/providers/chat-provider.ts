import type { FailedTry } from '../endpoint/failed-try.ts';
import type { Completion } from './completion.ts';

/** Answers conversations. The last event carries the whole completion. */
export interface ChatProvider {
  /** Throws a ProviderError, or the reason of the caller's own abort. */
  complete(request: ChatRequest): AsyncGenerator<CompletionEvent>;
}

/** The next piece of an answer: all of it where it is not streamed. */
export interface TextReceived {
  readonly type: 'text-received';
  /** '' where this piece has other fields only. */
  readonly text: string;
  /** Text in other fields of the message, like `reasoning_content` and `refusal`. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly logprobs: Readonly<Record<string, unknown>> | null;
  /** The model that writes it, as the provider names it. */
  readonly model: string | null;
}

export type CompletionEvent =
  | TextReceived
  | { readonly type: 'completion-received'; readonly completion: Completion };

/** A message of a conversation with tools in it, as OpenAI-compatible providers take it. */
export type WireMessage =
  | { readonly role: 'system' | 'developer' | 'user'; readonly content: unknown }
  | {
      readonly role: 'assistant';
      readonly content?: unknown;
      readonly tool_calls?: readonly WireToolCall[];
    }
  | { readonly role: 'tool'; readonly content: unknown; readonly tool_call_id: string };

export interface WireToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A tool, as it is described to a model. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly tools: readonly ChatTool[];
  /** Passed on to the provider: temperature and the like. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Sent along, for accounting at the provider. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether text is streamed. */
  readonly stream: boolean;
  readonly signal: AbortSignal;
}

/** A provider that gave no usable answer. */
export class ProviderError extends Error {
  readonly failure: FailedTry;

  constructor(failure: FailedTry, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'ProviderError';
    this.failure = failure;
  }
}

export type Completed =
  | { readonly state: 'completed'; readonly completion: Completion }
  | Pick<FailedTry, 'state' | 'kind' | 'status' | 'message'>;

/** Requests a whole completion. A failure is a value; only the caller's own abort is thrown. */
export type Complete = (request: Omit<ChatRequest, 'stream'>) => Promise<Completed>;

/** A provider as a function without streaming. */
export function createCompleter(provider: ChatProvider): Complete {
  return async (request) => {
    try {
      for await (const event of provider.complete({ ...request, stream: false })) {
        if (event.type === 'completion-received') {
          return { state: 'completed', completion: event.completion };
        }
      }
    } catch (thrown) {
      if (thrown instanceof ProviderError) return thrown.failure;
      throw thrown;
    }
    throw new Error('a provider ended without a completion');
  };
}
