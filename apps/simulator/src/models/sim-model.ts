import type { Metadata } from '@assay/contracts';
import type { Script } from '../load-script.ts';
import type { Random } from '../seeded-random.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: JSON, one hopes. */
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
  /** The names of the tools on offer. */
  readonly tools: readonly string[];
  /** What `sim/scripted` is to say, turn by turn. */
  readonly replies: readonly string[];
  /** The JSON schema the answer is forced into, if any. */
  readonly schema: unknown;
  /** Where it was said. */
  readonly temperature?: number | undefined;
}

export interface SimReply {
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly labels?: Metadata;
  /** How long it thinks, beside what every model takes. */
  readonly delayMs?: number;
}

export interface SimContext {
  readonly script: Script;
  /** The same for the same seed, model, conversation and message. */
  readonly random: Random;
  /** The how-manieth time this model is asked this, from 1. */
  readonly repetition: number;
}

export type SimModel = (call: SimCall, context: SimContext) => SimReply;

/** What the user said last. */
export function lastUserMessage({ messages }: Pick<SimCall, 'messages'>): string {
  return messages.findLast((message) => message.role === 'user')?.content ?? '';
}
