import type { Credentials, Egress, EgressResponse } from '@assay/egress';
import { setTimeout as wait } from 'node:timers/promises';
import { createBreaker, NOT_SENT } from '../endpoint/create-breaker.ts';
import { failedTry, type FailedTry } from '../endpoint/failed-try.ts';
import { openOrFail } from '../open-or-fail.ts';
import { retryPause } from '../endpoint/retry-pause.ts';
import { findV1, withoutSlash } from '../endpoint/with-v1-fallback.ts';
import { asKnownAt } from './as-known-at.ts';
import type { ChatRequest } from './chat-request.ts';
import { ProviderError } from './provider-error.ts';
import { readAnswer, type CompletionEvent } from './read-answer.ts';

/** Someone who answers conversations. The last event carries the whole completion. */
export interface ChatProvider {
  /** Throws a ProviderError, or the caller's own abort. */
  complete(request: ChatRequest): AsyncGenerator<CompletionEvent>;
}

export interface ChatProviderOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  /** With or without `/v1`: where nothing is found without it, it is tried with it, and remembered. */
  readonly baseUrl: string;
  /** One call, from the first byte sent to the last received. */
  readonly deadlineMs: number;
  /** How often a request is sent again where that may help; 2 where absent. */
  readonly retries?: number;
  /** How long to wait for that at most, where the provider asks for a pause; 2 s where absent. */
  readonly longestPauseMs?: number;
}

const MAX_BYTES = 8 * 1024 * 1024;
const RETRIES = 2;
/** Whoever waits for a chat reply waits no longer than this for another try. */
const MAX_PAUSE_MS = 2000;

/** An OpenAI-compatible provider. What has begun to answer is not asked again. */
export function createChatProvider(options: ChatProviderOptions): ChatProvider {
  const base = withoutSlash(options.baseUrl);
  const toBase = findV1<EgressResponse>(base, (response) => response.discard());
  const breaker = createBreaker<EgressResponse | FailedTry>({
    isReached: (opened) => !('state' in opened) || opened.reached,
    notSent: failedTry({ kind: 'circuit_open', status: null, message: NOT_SENT, reached: true }),
    givesUp: false,
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
      body: JSON.stringify(toBody(asKnownAt(base, request))),
      credentials,
      deadlineMs,
      maxBytes: MAX_BYTES,
      signal: request.signal,
    });
  }

  return {
    async *complete(request) {
      for (let tries = 1; ; tries += 1) {
        const opened = await breaker(() => openOrFail(() => toBase((at) => send(at, request))));
        if (!('state' in opened)) {
          yield* readAnswer(opened);
          return;
        }
        const pause = pauseAfter(opened, tries, options);
        if (pause === undefined) throw new ProviderError(opened);
        await wait(pause, undefined, { signal: request.signal });
      }
    },
  };
}

function pauseAfter(
  failure: FailedTry,
  tries: number,
  { retries = RETRIES, longestPauseMs = MAX_PAUSE_MS }: ChatProviderOptions,
): number | undefined {
  const pause = retryPause(failure, { tries, retries, random: Math.random, now: Date.now });
  return pause === undefined || pause > longestPauseMs ? undefined : pause;
}

function toBody({ model, messages, tools, parameters, stream }: ChatRequest): object {
  // What is said about tools makes no sense, and is refused, where there are none.
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
