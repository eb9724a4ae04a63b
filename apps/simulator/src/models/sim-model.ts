import type { Metadata } from '@assay/contracts';
import type { Script } from '../load-script.ts';
import type { Random } from '../seeded-random.ts';

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

export interface SimCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** What `sim/scripted` is to say, turn by turn. */
  readonly replies: readonly string[];
  /** The JSON schema the answer is forced into, if any. */
  readonly schema: unknown;
}

export interface SimReply {
  readonly content: string;
  readonly labels?: Metadata;
}

export interface SimContext {
  readonly script: Script;
  /** The same for the same seed, model, conversation and message. */
  readonly random: Random;
}

export type SimModel = (call: SimCall, context: SimContext) => SimReply;

/** What the user said last. */
export function lastUserMessage(call: SimCall): string {
  return call.messages.findLast((message) => message.role === 'user')?.content ?? '';
}
