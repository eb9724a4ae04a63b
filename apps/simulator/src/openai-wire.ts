import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ChatMessage, SimCall, SimReply, ToolCall } from './models/sim-model.ts';

const Part = z.looseObject({ text: z.string().optional() });
const Call = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
  name: z.string().optional(),
  tool_calls: z.array(Call).optional(),
  tool_call_id: z.string().optional(),
});

/** The fields of an OpenAI-compatible request that the simulator reads. */
export const CompletionRequest = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).nullish(),
  temperature: z.number().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .looseObject({ json_schema: z.looseObject({ schema: z.unknown() }).optional() })
    .nullish(),
});
export type CompletionRequest = z.infer<typeof CompletionRequest>;

export type Asked = Omit<SimCall, 'replies'>;

export function toAsked(request: CompletionRequest): Asked {
  return {
    model: request.model,
    messages: request.messages.map(toChatMessage),
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    schema: request.response_format?.json_schema?.schema,
    temperature: request.temperature ?? undefined,
  };
}

function toChatMessage(message: z.infer<typeof Message>): ChatMessage {
  const { role, content, name } = message;
  const text = Array.isArray(content)
    ? content.map((part) => part.text ?? '').join('')
    : (content ?? '');
  const toolCalls = message.tool_calls?.map(({ id, function: called }) => ({ id, ...called }));
  return { role, content: text, name, toolCalls, toolCallId: message.tool_call_id };
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** An answer to send, as one body or as a stream. */
export interface WireAnswer {
  readonly message: Readonly<Record<string, unknown>>;
  readonly finishReason: string;
  readonly usage: Usage | undefined;
  /** Annotations, sent next to `choices`. */
  readonly labels: object | undefined;
}

export function toWireAnswer(call: Asked, { content, toolCalls, labels }: SimReply): WireAnswer {
  const said = { role: 'assistant', content, refusal: null };
  return {
    message: toolCalls ? { ...said, content: null, tool_calls: toolCalls.map(toWireCall) } : said,
    finishReason: toolCalls ? 'tool_calls' : 'stop',
    usage: countUsage(call, content),
    labels,
  };
}

function toWireCall({ id, name, arguments: args }: ToolCall): object {
  return { id, type: 'function', function: { name, arguments: args } };
}

interface Frame {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
  readonly service_tier: string;
  readonly simulated: true;
}

export function newFrame(model: string): Frame {
  return {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model,
    system_fingerprint: 'fp_simulated',
    service_tier: 'default',
    simulated: true,
  };
}

export function toCompletion(model: string, answer: WireAnswer): object {
  const { message, finishReason: finish_reason, usage, labels } = answer;
  return {
    ...newFrame(model),
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason, logprobs: null }],
    ...(usage ? { usage } : {}),
    ...(labels ? { metadata: labels } : {}),
  };
}

/** Counts a word as a token: simple and deterministic. */
function countUsage(call: Asked, content: string): Usage {
  const prompt = call.messages.reduce((sum, message) => sum + countWords(message.content), 0);
  const completion = countWords(content);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
