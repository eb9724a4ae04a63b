import type { AgentStreamEvent } from '@fairtrial/client';
import type { AgentMessage } from '@fairtrial/contracts';

/** A tool call and its result. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** `undefined` while the tool runs. */
  readonly result: string | undefined;
  readonly failed: boolean;
}

export interface AgentReply {
  readonly from: 'agent';
  readonly model: string;
  readonly text: string;
  readonly tools: readonly ToolUse[];
  readonly state: 'writing' | 'done' | 'stopped' | 'failed';
  /** The reason if the reply is missing or incomplete. */
  readonly error: string | undefined;
  readonly tokens: number | undefined;
  readonly ms: number | undefined;
}

export type ChatEntry = { readonly from: 'user'; readonly text: string } | AgentReply;

export function beginReply(model: string): AgentReply {
  return {
    from: 'agent',
    model,
    text: '',
    tools: [],
    state: 'writing',
    error: undefined,
    tokens: undefined,
    ms: undefined,
  };
}

/** Returns the reply after one more event of its stream. */
export function addEvent(reply: AgentReply, event: AgentStreamEvent): AgentReply {
  if ('content' in event) return { ...reply, text: reply.text + event.content };
  if ('tool_call' in event) {
    const use = { ...event.tool_call, result: undefined, failed: false };
    return { ...reply, tools: [...reply.tools, use] };
  }
  if ('tool_result' in event) {
    const { id, content: result, failed } = event.tool_result;
    const tools = reply.tools.map((use) => (use.id === id ? { ...use, result, failed } : use));
    return { ...reply, tools };
  }
  if ('message' in event) {
    const { content, usage_metadata: usage } = event.message;
    return { ...reply, text: content, state: 'done', tokens: usage.total_tokens || undefined };
  }
  return reply; // other events do not change the reply
}

/** The messages for the agent. Failed and empty replies are omitted. */
export function toMessages(entries: readonly ChatEntry[]): readonly AgentMessage[] {
  return entries.flatMap((entry): AgentMessage[] => {
    if (entry.from === 'user') return [{ type: 'human', content: entry.text, name: undefined }];
    const isSent = entry.state !== 'failed' && entry.text !== '';
    return isSent ? [{ type: 'ai', content: entry.text, name: undefined }] : [];
  });
}
