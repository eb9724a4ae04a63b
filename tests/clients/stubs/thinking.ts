import { isDeepStrictEqual } from 'node:util';
import { currentTurn, type ChatMessage } from './chat-request.ts';

/** How a provider lets its model think: what it puts into a message that calls tools, and wants back unchanged. */
interface Thinking {
  /** Adds its fields to the message that the model sends in this round. */
  addTo(message: ChatMessage, round: number): ChatMessage;
  /** The fields that must come back. */
  pick(message: ChatMessage): unknown;
  /** What the provider says if they do not. */
  readonly refusal: string;
}

export function thoughtOf(round: number): string {
  return `Thought ${round}: a tool may know that.`;
}

/** Gemini signs the first call of every round. */
const gemini: Thinking = {
  addTo(message, round) {
    const [first, ...others] = message.tool_calls ?? [];
    if (first === undefined) return message;
    const extra_content = { google: { thought_signature: `signature-${round}` } };
    return { ...message, tool_calls: [{ ...first, extra_content }, ...others] };
  },
  pick: ({ tool_calls: [first] = [] }) => first?.['extra_content'],
  refusal:
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.',
};

const deepseek: Thinking = {
  addTo: (message, round) => ({ ...message, reasoning_content: thoughtOf(round) }),
  pick: (message) => message['reasoning_content'],
  refusal: 'Missing `reasoning_content` field in the assistant message of a tool call.',
};

/** Claude as OpenRouter offers it: thoughts are signed, and their parts are numbered when they are streamed. */
const anthropic: Thinking = {
  addTo(message, round) {
    const text = thoughtOf(round);
    const detail = {
      type: 'reasoning.text',
      text,
      signature: `signature-${round}`,
      format: 'anthropic-claude-v1',
      index: 0,
    };
    return { ...message, reasoning: text, reasoning_details: [detail] };
  },
  pick: (message) => message['reasoning_details'],
  refusal:
    'When thinking is enabled, a final assistant message must start with a thinking block, unchanged.',
};

const THINKING: Readonly<Record<string, Thinking>> = {
  google: gemini,
  deepseek,
  anthropic,
};

function thinkingOf(model: string): Thinking | undefined {
  return THINKING[model.split('/')[0] ?? ''];
}

export function addThoughts(model: string, message: ChatMessage, round: number): ChatMessage {
  return thinkingOf(model)?.addTo(message, round) ?? message;
}

/** The provider's refusal if the thoughts of this turn did not come back as the model sent them. */
export function findMissingThought(
  model: string,
  messages: readonly ChatMessage[],
): string | undefined {
  const thinking = thinkingOf(model);
  if (thinking === undefined) return undefined;
  const callers = currentTurn(messages).filter(({ tool_calls }) => tool_calls !== undefined);
  const isComplete = callers.every((message, round) =>
    isDeepStrictEqual(thinking.pick(message), thinking.pick(thinking.addTo(message, round))),
  );
  return isComplete ? undefined : thinking.refusal;
}
