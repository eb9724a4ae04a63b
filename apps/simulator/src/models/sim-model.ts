import type { Metadata } from '@assay/contracts';
import type { Script } from '../load-script.ts';
import type { Random } from '@assay/statistics';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; not necessarily JSON. */
  readonly arguments: string;
}

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string | undefined;
  /** Of an assistant: what it called. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /** Of a tool: which call it answers. */
  readonly toolCallId?: string | undefined;
}

export interface SimCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** The names of the offered tools. */
  readonly tools: readonly string[];
  /** The replies of `sim/scripted`, turn by turn. */
  readonly replies: readonly string[];
  /** The JSON schema the answer is forced into, if any. */
  readonly schema: unknown;
  readonly temperature?: number | undefined;
}

export interface SimReply {
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly labels?: Metadata;
  /** In addition to the latency of every model. */
  readonly delayMs?: number;
}

export interface SimContext {
  readonly script: Script;
  /** The same for the same seed, model, conversation and message. */
  readonly random: Random;
  /** How often this model was asked this, this time included. */
  readonly repetition: number;
}

export type SimModel = (call: SimCall, context: SimContext) => SimReply;

export function lastUserMessage({ messages }: Pick<SimCall, 'messages'>): string {
  return messages.findLast((message) => message.role === 'user')?.content ?? '';
}
