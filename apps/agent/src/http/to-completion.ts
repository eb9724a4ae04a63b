import { toAppError, type ServerEvent } from '@assay/server';
import { randomUUID } from 'node:crypto';
import type { AgentAnswer, AgentEvent } from '../loop/agent-event.ts';
import { toOpenaiError } from './openai-error.ts';

/** The agent's answer as OpenAI's clients read it. */
export function toCompletion(answer: AgentAnswer, model: string): object {
  const { completion, usage } = answer;
  const [{ message, finish_reason, logprobs }] = completion.choices;
  const { content, refusal } = message;
  const tool_calls = message.tool_calls.map(({ id, ...called }) => ({
    id,
    type: 'function',
    function: called,
  }));
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
  const chunk = (delta: object, finish_reason: string | null = null): ServerEvent => ({
    data: {
      ...frame,
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
      ...(includeUsage ? { usage: null } : {}),
    },
  });
  yield chunk({ role: 'assistant', content: '' });
  try {
    for await (const event of events) {
      if (event.type === 'text-received') yield chunk({ content: event.text });
      if (event.type !== 'agent-finished') continue;
      const [{ message, finish_reason }] = event.answer.completion.choices;
      if (message.refusal !== null) yield chunk({ refusal: message.refusal });
      for (const [index, { id, ...called }] of message.tool_calls.entries()) {
        yield chunk({ tool_calls: [{ index, id, type: 'function', function: called }] });
      }
      yield chunk({}, finish_reason);
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

function frameOf(model: string): { id: string; created: number; model: string } {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

/** Without the details where the provider gave none: OpenAI's clients expect objects or nothing. */
function toUsage(usage: AgentAnswer['usage']): object {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
