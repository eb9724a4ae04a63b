import type { AgentMessage } from '@assay/contracts';
import type { WireMessage, WireToolCall } from '@assay/models';
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
      // Strict chat templates want an assistant turn between a tool's answer and the user.
      if (before?.type === 'tool') {
        result.push({ role: 'assistant', content: '(tool results noted)' });
      }
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
