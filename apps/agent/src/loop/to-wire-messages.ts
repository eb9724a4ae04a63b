import type { AgentMessage } from '@assay/contracts';
import type { ProviderError, WireMessage, WireToolCall } from '@assay/models';
import { createHash } from 'node:crypto';

/**
 * The contract's tool messages carry a name and no call id, and providers refuse a tool message that
 * answers no call. So each run of tool messages becomes the answer to calls on the AI message before
 * it, or on an empty one put there.
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

/** The AI message that calls the run of tools beginning here; takes the place of a plain one before it. */
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

/** Nine alphanumerics, the only shape every server takes; the same history gives the same bytes. */
function callId(at: number, name: string): string {
  const digest = createHash('sha256').update(`${at}:${name}`).digest('base64');
  return digest.replace(/[^a-zA-Z0-9]/g, '').slice(0, 9);
}

const NOTED: WireMessage = { role: 'assistant', content: '(tool results noted)' };

/**
 * The same messages with an assistant's turn between a tool's answer and the user, which some chat templates want;
 * `undefined` if there is no such place. The model did not say it, so this is only for a provider that refused.
 */
export function addTurnsAfterTools(
  messages: readonly WireMessage[],
): readonly WireMessage[] | undefined {
  const result = messages.flatMap((message, at) =>
    message.role === 'user' && messages[at - 1]?.role === 'tool' ? [NOTED, message] : [message],
  );
  return result.length > messages.length ? result : undefined;
}

/** How providers say that the roles of the messages follow each other in a way that their template does not take. */
const ORDER_REFUSALS = /unexpected role|roles? must alternate|may not follow|cannot follow/i;

export function refusesOrder({ status, message }: ProviderError['failure']): boolean {
  return (status === 400 || status === 422) && ORDER_REFUSALS.test(message);
}
