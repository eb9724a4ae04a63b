import type { Metadata } from '@fairtrial/contracts';
import type { Script } from '../load-script.ts';
import type { Random } from '@fairtrial/statistics';

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
  /** The calls of an assistant message. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /** The call that a tool message answers. */
  readonly toolCallId?: string | undefined;
}

export interface SimCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** The names of the offered tools. */
  readonly tools: readonly string[];
  /** The replies of `sim/scripted`, one per turn. */
  readonly replies: readonly string[];
  /** The JSON schema of a structured answer, if any. */
  readonly schema: unknown;
  readonly temperature?: number | undefined;
}

export interface SimReply {
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly labels?: Metadata;
  /** Added to the configured latency. */
  readonly delayMs?: number;
}

interface SimContext {
  readonly script: Script;
  /** Deterministic for the same seed, model, conversation and message. */
  readonly random: Random;
  /** The same numbers in every turn of a conversation; others if a simulated user plays it again. */
  readonly perConversation: Random;
  /** Number of calls of this model with this message, including this one. */
  readonly repetition: number;
}

export type SimModel = (call: SimCall, context: SimContext) => SimReply;

export function lastUserMessage({ messages }: Pick<SimCall, 'messages'>): string {
  return messages.findLast((message) => message.role === 'user')?.content ?? '';
}
