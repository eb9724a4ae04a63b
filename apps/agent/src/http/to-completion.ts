import { isText, type CompletionToolCall, type TextReceived } from '@fairtrial/models';
import type { ServerEvent } from '@fairtrial/server';
import { randomUUID } from 'node:crypto';
import type { AgentAnswer, AgentEvent } from '../loop/agent-event.ts';

/** Converts the agent's answer to an OpenAI chat completion. */
export function toCompletion(answer: AgentAnswer): object {
  const { spoken: completion, usage } = answer;
  const [{ message, finish_reason, logprobs }] = completion.choices;
  const { content, refusal, fields } = message;
  const tool_calls = message.tool_calls.map(toWireCall);
  return {
    ...frameOf(completion.model ?? answer.model),
    object: 'chat.completion',
    system_fingerprint: completion.system_fingerprint,
    service_tier: completion.service_tier,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: tool_calls.length > 0 && content === '' ? null : content,
          refusal,
          ...fields,
          ...(tool_calls.length > 0 ? { tool_calls } : {}),
        },
        finish_reason,
        logprobs,
      },
    ],
    usage: toUsage(usage),
  };
}

interface ChunkOptions {
  readonly includeUsage: boolean;
  /** Called before the first chunk with the requested name of the model that answers. */
  readonly onModel: (asked: string) => void;
}

/** Converts the agent's events to OpenAI chunks. Calls of the agent's own tools are left out. */
export async function* toChunks(
  events: AsyncIterable<AgentEvent>,
  { includeUsage, onModel }: ChunkOptions,
): AsyncGenerator<ServerEvent> {
  let frame: ReturnType<typeof frameOf> | undefined;
  const toEvent = (fields: object): ServerEvent => ({
    data: { ...frame, object: 'chat.completion.chunk', ...fields },
  });
  const chunk = (delta: object, { finish_reason = null, logprobs = null }: Said = {}) =>
    toEvent({
      choices: [{ index: 0, delta, finish_reason, logprobs }],
      ...(includeUsage ? { usage: null } : {}),
    });
  for await (const event of events) {
    if (event.type === 'round-begun') {
      const isFirst = frame === undefined;
      frame = { ...(frame ?? frameOf(event.model)), model: event.model };
      if (isFirst) onModel(event.asked);
      if (isFirst) yield chunk({ role: 'assistant', content: '' });
    }
    if (event.type === 'text-received') yield chunk(toDelta(event), event);
    if (event.type !== 'agent-finished') continue;
    const { spoken: completion, usage } = event.answer;
    const [{ message, finish_reason }] = completion.choices;
    const fields = Object.entries(message.fields).filter(([key, value]) => !isText(key, value));
    if (fields.length > 0) yield chunk(Object.fromEntries(fields));
    for (const [index, call] of message.tool_calls.entries()) {
      yield chunk({ tool_calls: [{ index, ...toWireCall(call) }] });
    }
    yield chunk({}, { finish_reason });
    if (includeUsage) yield toEvent({ choices: [], usage: toUsage(usage) });
  }
  yield { data: '[DONE]' };
}

interface Said {
  readonly finish_reason?: string | null;
  readonly logprobs?: TextReceived['logprobs'];
}

/** The text and the other text fields of the same piece, such as `reasoning_content`. */
function toDelta({ text, fields }: TextReceived): object {
  if (fields === undefined) return { content: text };
  return text === '' ? fields : { content: text, ...fields };
}

function toWireCall({ id, name, arguments: args, wire }: CompletionToolCall): object {
  return { ...wire, id, type: 'function', function: { ...wire.function, name, arguments: args } };
}

function frameOf(model: string): { id: string; created: number; model: string } {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

/** Omits details that the provider did not report: OpenAI's clients accept objects or absent fields, but not null. */
function toUsage(usage: AgentAnswer['usage']): object {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
