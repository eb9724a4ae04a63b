import type { Reply } from '@assay/server';
import { Readable } from 'node:stream';
import type { Simulator } from '../simulator.ts';
import { toCompletion, type CompletionRequest, type WireAnswer } from '../openai-wire.ts';
import { streamCompletion } from './stream-completion.ts';

/** An answer as it was asked for: whole or as a stream. */
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
