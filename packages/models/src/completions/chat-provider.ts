import type { FailedTry } from '../calls/failed-try.ts';
import type { Completion } from './completion.ts';

/** Completes conversations. The last event carries the whole completion. */
export interface ChatProvider {
  /** Throws a `ProviderError`, or the caller's abort reason. */
  complete(request: ChatRequest): AsyncGenerator<CompletionEvent>;
}

/** The next chunk of a response; the whole text if it is not streamed. */
export interface TextReceived {
  readonly type: 'text-received';
  /** Empty if the chunk only has other fields. */
  readonly text: string;
  /** Text of other message fields, such as `reasoning_content` and `refusal`. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly logprobs: Readonly<Record<string, unknown>> | null;
  /** The model, as named by the provider. */
  readonly model: string | null;
}

export type CompletionEvent =
  | TextReceived
  | { readonly type: 'completion-received'; readonly completion: Completion };

/** A message in the format of OpenAI-compatible providers, including tool calls. */
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

/** A tool definition sent to the model. */
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
  /** Passed to the provider: temperature and so on. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Extra headers, used for accounting at the provider. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly stream: boolean;
  readonly signal: AbortSignal;
}

/** The provider gave no usable response. */
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

/** Requests a whole completion. Failures are returned; only the caller's abort reason is thrown. */
export type Complete = (request: Omit<ChatRequest, 'stream'>) => Promise<Completed>;

/** Wraps a provider as a function that does not stream. */
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
