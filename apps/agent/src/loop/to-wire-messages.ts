import type { AgentMessage } from '@fairtrial/contracts';
import type { ProviderError, WireMessage, WireToolCall } from '@fairtrial/models';
import { createHash } from 'node:crypto';

/**
 * Converts the contract's messages for the provider. Tool messages of the contract carry a name but no call id, and
 * providers reject a tool message that answers no call. So each sequence of tool messages becomes the answer to calls
 * on the AI message before it, or on an empty AI message that is inserted.
 */
export function toWireMessages(messages: readonly AgentMessage[]): WireMessage[] {
  const result: WireMessage[] = [];
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1];
    const { content } = message;
    if (message.type === 'tool') {
      if (before?.type !== 'tool') result.push(callingMessage(messages, at, result));
      result.push({ role: 'tool', content, tool_call_id: callId(at, toolName(message)) });
    } else if (message.type === 'human') {
      result.push({ role: 'user', content });
    } else {
      result.push({ role: 'assistant', content });
    }
  }
  return result;
}

/**
 * The AI message with the calls for the tool messages that begin at `start`; replaces a plain AI message before them.
 */
function callingMessage(
  messages: readonly AgentMessage[],
  start: number,
  result: WireMessage[],
): WireMessage {
  const spoken = messages[start - 1]?.type === 'ai' ? result.pop() : undefined;
  const length = messages.slice(start).findIndex((message) => message.type !== 'tool');
  const run = messages.slice(start, length === -1 ? undefined : start + length);
  return {
    role: 'assistant',
    content: spoken?.content ?? '',
    tool_calls: run.map((message, offset): WireToolCall => {
      const name = toolName(message);
      const id = callId(start + offset, name);
      return { id, type: 'function', function: { name, arguments: '{}' } };
    }),
  };
}

function toolName({ name = '' }: AgentMessage): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool';
}

/**
 * Nine letters and digits, the only format that every server accepts. Deterministic: the same history gives the same
 * ids.
 */
function callId(at: number, name: string): string {
  const digest = createHash('sha256').update(`${at}:${name}`).digest('base64');
  return digest.replace(/[^a-zA-Z0-9]/g, '').slice(0, 9);
}

const NOTED: WireMessage = { role: 'assistant', content: '(tool results noted)' };

/**
 * Inserts an assistant turn between a tool message and a user message, as some chat templates require; `undefined` if
 * there is no such pair. The model did not write that turn, so it is only used after a provider has rejected the order.
 */
export function addTurnsAfterTools(
  messages: readonly WireMessage[],
): readonly WireMessage[] | undefined {
  const result = messages.flatMap((message, at) =>
    message.role === 'user' && messages[at - 1]?.role === 'tool' ? [NOTED, message] : [message],
  );
  return result.length > messages.length ? result : undefined;
}

/** Error texts of providers whose chat template does not accept the order of roles. */
const ORDER_REFUSALS = /unexpected role|roles? must alternate|may not follow|cannot follow/i;

export function refusesOrder({ status, message }: ProviderError['failure']): boolean {
  return (status === 400 || status === 422) && ORDER_REFUSALS.test(message);
}
