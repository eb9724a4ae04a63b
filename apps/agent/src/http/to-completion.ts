import { isText, type CompletionToolCall } from '@assay/models';
import { toAppError, type ServerEvent } from '@assay/server';
import { randomUUID } from 'node:crypto';
import type { AgentAnswer, AgentEvent, AgentText } from '../loop/agent-event.ts';
import { toOpenaiError } from './openai-error.ts';

/** The agent's answer as OpenAI's clients read it. */
export function toCompletion(answer: AgentAnswer, model: string): object {
  const { completion, usage } = answer;
  const [{ message, finish_reason, logprobs }] = completion.choices;
  const { content, refusal, fields } = message;
  const tool_calls = message.tool_calls.map(toWireCall);
  return {
    ...frameOf(model),
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
  readonly model: string;
  readonly includeUsage: boolean;
  readonly signal: AbortSignal;
  readonly onError: (thrown: unknown) => void;
}

/** The agent's events as the chunks of a streamed completion; the tools it runs itself are not told. */
export async function* toChunks(
  events: AsyncIterable<AgentEvent>,
  { model, includeUsage, signal, onError }: ChunkOptions,
): AsyncGenerator<ServerEvent> {
  const frame = { ...frameOf(model), object: 'chat.completion.chunk' };
  const chunk = (delta: object, { finish_reason = null, logprobs = null }: Said = {}) => ({
    data: {
      ...frame,
      choices: [{ index: 0, delta, finish_reason, logprobs }],
      ...(includeUsage ? { usage: null } : {}),
    },
  });
  yield chunk({ role: 'assistant', content: '' });
  try {
    for await (const event of events) {
      if (event.type === 'text-received') yield chunk(toDelta(event), event);
      if (event.type !== 'agent-finished') continue;
      const [{ message, finish_reason }] = event.answer.completion.choices;
      const fields = Object.entries(message.fields).filter(([key, value]) => !isText(key, value));
      if (fields.length > 0) yield chunk(Object.fromEntries(fields));
      for (const [index, call] of message.tool_calls.entries()) {
        yield chunk({ tool_calls: [{ index, ...toWireCall(call) }] });
      }
      yield chunk({}, { finish_reason });
      if (includeUsage)
        yield { data: { ...frame, choices: [], usage: toUsage(event.answer.usage) } };
    }
  } catch (thrown) {
    if (signal.aborted) return;
    onError(thrown);
    yield { data: toOpenaiError(toAppError(thrown)) };
  }
  yield { data: '[DONE]' };
}

interface Said {
  readonly finish_reason?: string | null;
  readonly logprobs?: AgentText['logprobs'];
}

/** The text itself, and what came with it in other fields: `reasoning_content` and the like. */
function toDelta({ text, fields }: AgentText): object {
  if (fields === undefined) return { content: text };
  return text === '' ? fields : { content: text, ...fields };
}

function toWireCall({ id, name, arguments: args, wire }: CompletionToolCall): object {
  return { ...wire, id, type: 'function', function: { ...wire.function, name, arguments: args } };
}

function frameOf(model: string): { id: string; created: number; model: string } {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

/** Without the details where the provider gave none: OpenAI's clients expect objects or nothing. */
function toUsage(usage: AgentAnswer['usage']): object {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
