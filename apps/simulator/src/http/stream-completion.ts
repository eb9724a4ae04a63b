import type { SimReply } from '../models/sim-model.ts';
import { newCompletion, usageOf, type Asked } from './openai-wire.ts';

/** The reply word by word, as server-sent events in OpenAI's shape. */
export function* streamCompletion(
  call: Asked,
  reply: SimReply,
  includeUsage: boolean,
): Generator<string> {
  const base = { ...newCompletion(call.model), object: 'chat.completion.chunk' };
  const choice = (delta: object, finish_reason: string | null): object => ({
    ...base,
    service_tier: 'default',
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
    ...(includeUsage ? { usage: null } : {}),
  });
  yield toEvent(choice({ role: 'assistant', content: '' }, null));
  for (const word of reply.content.match(/\s*\S+|\s+$/g) ?? []) {
    yield toEvent(choice({ content: word }, null));
  }
  yield toEvent(choice({}, 'stop'));
  if (includeUsage) yield toEvent({ ...base, choices: [], usage: usageOf(call, reply) });
  yield 'data: [DONE]\n\n';
}

function toEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
