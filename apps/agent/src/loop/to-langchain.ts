import type { AgentMessage } from '@assay/contracts';
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { createHash } from 'node:crypto';

/**
 * The contract's tool messages carry a name and no call id, and providers refuse a tool message that
 * answers no call. So each run of tool messages becomes the answer to calls on the AI message before
 * it, or on an empty one put there.
 */
export function toLangchain(messages: readonly AgentMessage[]): BaseMessage[] {
  const result: BaseMessage[] = [];
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1];
    if (message.type === 'tool') {
      if (before?.type !== 'tool') result.push(...callingMessage(messages, at, result));
      result.push(toToolMessage(message, at));
    } else if (message.type === 'human') {
      // Strict chat templates want an assistant turn between a tool's answer and the user.
      if (before?.type === 'tool') result.push(new AIMessage('(tool results noted)'));
      result.push(new HumanMessage(message.content));
    } else {
      result.push(new AIMessage(message.content));
    }
  }
  return result;
}

/** The AI message that calls the run of tools beginning here; takes the place of a plain one before it. */
function callingMessage(
  messages: readonly AgentMessage[],
  start: number,
  result: BaseMessage[],
): readonly BaseMessage[] {
  const spoken = messages[start - 1]?.type === 'ai' ? result.pop() : undefined;
  const length = messages.slice(start).findIndex((message) => message.type !== 'tool');
  const run = messages.slice(start, length === -1 ? undefined : start + length);
  return [
    new AIMessage({
      content: spoken?.text ?? '',
      tool_calls: run.map((message, offset) => {
        const name = toolName(message);
        return { type: 'tool_call', id: callId(start + offset, name), name, args: {} };
      }),
    }),
  ];
}

function toToolMessage(message: AgentMessage, at: number): ToolMessage {
  const name = toolName(message);
  return new ToolMessage({ content: message.content, name, tool_call_id: callId(at, name) });
}

function toolName({ name = '' }: AgentMessage): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool';
}

/** Nine alphanumerics, the only shape every server takes; the same history gives the same bytes. */
function callId(at: number, name: string): string {
  const digest = createHash('sha256').update(`${at}:${name}`).digest('base64');
  return digest.replace(/[^a-zA-Z0-9]/g, '').slice(0, 9);
}
