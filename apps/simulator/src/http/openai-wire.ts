import type { Metadata } from '@assay/contracts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ChatMessage, SimCall, SimReply } from '../models/sim-model.ts';

const Part = z.looseObject({ text: z.string().optional() });
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
});

/** What an OpenAI-compatible client sends, as far as it matters here. */
export const CompletionRequest = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .looseObject({ json_schema: z.looseObject({ schema: z.unknown() }).optional() })
    .nullish(),
});
export type CompletionRequest = z.infer<typeof CompletionRequest>;

/** What of it a simulated model is asked. */
export type Asked = Omit<SimCall, 'replies'>;

export function toAsked(request: CompletionRequest): Asked {
  return {
    model: request.model,
    messages: request.messages.map(toChatMessage),
    schema: request.response_format?.json_schema?.schema,
  };
}

function toChatMessage({ role, content }: z.infer<typeof Message>): ChatMessage {
  if (!Array.isArray(content)) return { role, content: content ?? '' };
  return { role, content: content.map((part) => part.text ?? '').join('') };
}

interface Completion {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
  readonly simulated: true;
}

export function newCompletion(model: string): Completion {
  return {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model,
    system_fingerprint: 'fp_simulated',
    simulated: true,
  };
}

interface CompletionBody extends Completion {
  readonly object: 'chat.completion';
  readonly choices: readonly unknown[];
  readonly usage: ReturnType<typeof usageOf>;
  readonly service_tier: string;
  readonly metadata?: Metadata;
}

export function toCompletion(call: Asked, reply: SimReply): CompletionBody {
  return {
    ...newCompletion(call.model),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.content, refusal: null },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    usage: usageOf(call, reply),
    service_tier: 'default',
    ...(reply.labels ? { metadata: reply.labels } : {}),
  };
}

/** A word is a token: enough for a simulation, and the same every time. */
export function usageOf(
  call: Asked,
  reply: SimReply,
): { prompt_tokens: number; completion_tokens: number; total_tokens: number } {
  const prompt = call.messages.reduce((sum, message) => sum + countWords(message.content), 0);
  const completion = countWords(reply.content);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
