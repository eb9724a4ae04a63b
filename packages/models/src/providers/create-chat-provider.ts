import type { Credentials, Egress, EgressResponse } from '@fairtrial/egress';
import { createBreaker, NOT_SENT } from '../calls/circuit-breaker.ts';
import { failedTry, openOrFail, retry, type FailedTry } from '../calls/failed-try.ts';
import { createV1Fallback, withoutTrailingSlash } from '../calls/v1-fallback.ts';
import {
  ProviderError,
  type ChatProvider,
  type ChatRequest,
} from '../completions/chat-provider.ts';
import { readAnswer } from './read-answer.ts';

interface ChatProviderOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  /** With or without `/v1`. */
  readonly baseUrl: string;
  /** Covers one call, from the first byte sent to the last byte received. */
  readonly deadlineMs: number;
  /** Maximum number of retries; 2 if absent. */
  readonly retries?: number;
  /** Maximum pause before a retry; 2 s if absent. If the provider asks for a longer pause, there is no retry. */
  readonly maxPauseMs?: number;
}

const MAX_BYTES = 8 * 1024 * 1024;
const DEFAULT_RETRIES = 2;
const DEFAULT_MAX_PAUSE_MS = 2000;

/** An OpenAI-compatible provider. A request is not retried once its response has begun. */
export function createChatProvider(options: ChatProviderOptions): ChatProvider {
  const base = withoutTrailingSlash(options.baseUrl);
  const toBase = createV1Fallback<EgressResponse>(base, (response) => response.discard());
  const breaker = createBreaker<EgressResponse | FailedTry>({
    isReached: (opened) => !('state' in opened) || opened.reached,
    notSent: failedTry({ kind: 'circuit_open', status: null, message: NOT_SENT, reached: true }),
    staysOpen: false,
  });

  async function send(at: string, request: ChatRequest): Promise<EgressResponse> {
    const { egress, credentials, deadlineMs } = options;
    return egress.open({
      url: `${at}/chat/completions`,
      method: 'POST',
      headers: {
        ...request.headers,
        'content-type': 'application/json',
        accept: request.stream ? 'text/event-stream, application/json' : 'application/json',
      },
      body: JSON.stringify(toBody(adaptRequest(base, request))),
      credentials,
      deadlineMs,
      maxBytes: MAX_BYTES,
      signal: request.signal,
    });
  }

  return {
    async *complete(request) {
      const { retries = DEFAULT_RETRIES, maxPauseMs = DEFAULT_MAX_PAUSE_MS } = options;
      const { answer } = await retry(
        () => breaker(() => openOrFail(() => toBase((at) => send(at, request)))),
        { retries, signal: request.signal, mayPause: (ms) => ms <= maxPauseMs },
      );
      if ('state' in answer) throw new ProviderError(answer);
      yield* readAnswer(answer);
    },
  };
}

function toBody({ model, messages, tools, parameters, stream }: ChatRequest): object {
  // Providers reject these two parameters in a request without tools.
  const { tool_choice, parallel_tool_calls, ...others } = parameters;
  const aboutTools = { tool_choice, parallel_tool_calls };
  return {
    ...others,
    model,
    messages,
    ...(tools.length === 0
      ? {}
      : { ...aboutTools, tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  };
}

/**
 * Adapts a request to its provider. OpenAI expects model names without a prefix and rejects `max_tokens` for some
 * models; other providers only know `max_tokens`.
 */
export function adaptRequest<Request extends Pick<ChatRequest, 'model' | 'parameters'>>(
  baseUrl: string,
  request: Request,
): Request {
  if (!isOpenai(baseUrl)) return request;
  const model = request.model.replace(/^openai\//, '');
  const { max_tokens: most, ...others } = request.parameters;
  if (most === undefined || 'max_completion_tokens' in others) return { ...request, model };
  return { ...request, model, parameters: { ...others, max_completion_tokens: most } };
}

/** OpenAI names its models without a prefix; hubs use `<provider>/<model>`. */
export function isOpenai(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com';
}
