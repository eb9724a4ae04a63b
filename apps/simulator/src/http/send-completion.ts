import type { Reply } from '@fairtrial/server';
import { Readable } from 'node:stream';
import type { Simulator } from '../simulator.ts';
import { toCompletion, type CompletionRequest, type WireAnswer, newFrame } from '../openai-wire.ts';
import { setTimeout as wait } from 'node:timers/promises';

/** Sends the answer as one body or as a stream, as requested. */
export function sendCompletion(
  reply: Reply,
  { model, stream, stream_options }: CompletionRequest,
  { answer, simulator }: { readonly answer: WireAnswer; readonly simulator: Simulator },
): Reply {
  if (stream !== true) return reply.send(toCompletion(model, answer));
  const includeUsage = stream_options?.include_usage === true;
  const { wordsPerSecond } = simulator;
  return reply
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(streamCompletion(answer, { model, includeUsage, wordsPerSecond })));
}

interface StreamOptions {
  readonly model: string;
  readonly includeUsage: boolean;
  /** 0 sends everything at once. */
  readonly wordsPerSecond: number;
}

/** Streams the answer word by word, as server-sent events in OpenAI's format. */
export async function* streamCompletion(
  answer: WireAnswer,
  { model, includeUsage, wordsPerSecond }: StreamOptions,
): AsyncGenerator<string> {
  const base = { ...newFrame(model), object: 'chat.completion.chunk' };
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    toEvent({
      ...base,
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
      ...(includeUsage ? { usage: null } : {}),
    });
  yield chunk({ role: 'assistant', content: '' });
  for (const delta of completionDeltas(answer.message)) {
    if (wordsPerSecond > 0) await wait(1000 / wordsPerSecond);
    yield chunk(delta);
  }
  yield chunk({}, answer.finishReason);
  if (includeUsage && answer.usage) {
    yield toEvent({ ...base, choices: [], usage: answer.usage });
  }
  yield 'data: [DONE]\n\n';
}

function* completionDeltas(message: WireAnswer['message']): Generator<object> {
  const { content, reasoning_content: reasoning, tool_calls: calls } = message;
  if (typeof reasoning === 'string') {
    for (const word of splitWords(reasoning)) yield { reasoning_content: word };
  }
  if (typeof content === 'string') for (const word of splitWords(content)) yield { content: word };
  else if (content !== null) yield { content };
  if (!Array.isArray(calls)) return;
  for (const [index, call] of (calls as WireCall[]).entries()) {
    const { name, arguments: args } = call.function;
    const half = Math.ceil(args.length / 2);
    yield { tool_calls: [{ ...call, index, function: { name, arguments: '' } }] };
    yield { tool_calls: [{ index, function: { arguments: args.slice(0, half) } }] };
    yield { tool_calls: [{ index, function: { arguments: args.slice(half) } }] };
  }
}

interface WireCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

function splitWords(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

export function toEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
