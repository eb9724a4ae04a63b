import type { Reply } from '@fairtrial/server';
import { setTimeout as wait } from 'node:timers/promises';
import type { QuirkOutcome } from '../quirks/quirk.ts';
import { toCompletion, type CompletionRequest, type WireAnswer } from '../openai-wire.ts';
import type { Simulator } from '../simulator.ts';
import { sendCompletion, streamCompletion, toEvent } from './send-completion.ts';

const EVENTS_BEFORE_CUT = 3;

export async function answerQuirk(
  reply: Reply,
  request: CompletionRequest,
  { outcome, simulator }: { readonly outcome: QuirkOutcome; readonly simulator: Simulator },
): Promise<Reply> {
  switch (outcome.kind) {
    case 'refusal': {
      const { status, message, headers = {} } = outcome;
      const error = { message, type: 'invalid_request_error', param: null, code: null };
      return reply.code(status).headers(headers).send({ error });
    }
    case 'body': {
      const { type, body, chunks } = outcome;
      if (request.stream !== true || chunks === undefined) return reply.type(type).send(body);
      const events = [...chunks.map(toEvent), 'data: [DONE]\n\n'];
      return reply.type('text/event-stream').send(events.join(''));
    }
    case 'cut':
      return cutOff(reply, request, outcome.answer);
    case 'answer':
      if (outcome.delayMs !== undefined) await wait(outcome.delayMs);
      return sendCompletion(reply, request, { answer: outcome.answer, simulator });
    default:
      return outcome satisfies never;
  }
}

/** Starts a valid answer and closes the connection before its end. */
async function cutOff(
  reply: Reply,
  request: CompletionRequest,
  answer: WireAnswer,
): Promise<Reply> {
  reply.hijack();
  const { raw } = reply;
  if (request.stream !== true) {
    const whole = Buffer.from(JSON.stringify(toCompletion(request.model, answer)));
    raw.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    raw.write(whole.subarray(0, whole.length / 2), () => raw.destroy());
    return reply;
  }
  raw.writeHead(200, { 'content-type': 'text/event-stream' });
  const options = { model: request.model, includeUsage: false, wordsPerSecond: 0 };
  const events: string[] = [];
  for await (const event of streamCompletion(answer, options)) events.push(event);
  raw.write(events.slice(0, EVENTS_BEFORE_CUT).join(''), () => raw.destroy());
  return reply;
}
