import { isDeepStrictEqual } from 'node:util';
import { currentTurn, type ChatMessage } from './chat-request.ts';

/** The fields that a provider's reasoning models add to a message with tool calls and require back unchanged. */
interface Thinking {
  /** Adds the fields to the model's message of this round. */
  addTo(message: ChatMessage, round: number): ChatMessage;
  /** Returns the fields that must come back. */
  pick(message: ChatMessage): unknown;
  /** The provider's error message if they do not. */
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

/** Claude as OpenRouter serves it: reasoning is signed, and its parts are numbered in streams. */
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

/** Returns the provider's error if the reasoning of this turn did not come back unchanged. */
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
