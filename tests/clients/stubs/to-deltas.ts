import type { ChatMessage } from './chat-request.ts';

const PIECE = /[^]{1,7}/gu;
/** Fields that providers send in pieces. */
const TEXTS = ['reasoning_content', 'reasoning', 'content'];

/** Splits a message into the chunks of a stream. */
export function toDeltas(message: ChatMessage): readonly object[] {
  const deltas: object[] = [{ role: 'assistant', content: '' }];
  for (const detail of (message['reasoning_details'] ?? []) as readonly Detail[]) {
    const { text, signature, ...same } = detail;
    for (const piece of piecesOf(text))
      deltas.push({ reasoning_details: [{ ...same, text: piece }] });
    deltas.push({ reasoning_details: [{ ...same, signature }] });
  }
  for (const field of TEXTS) {
    for (const piece of piecesOf(message[field])) deltas.push({ [field]: piece });
  }
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const { name, arguments: args } = call.function;
    deltas.push({ tool_calls: [{ ...call, index, function: { name, arguments: '' } }] });
    for (const piece of piecesOf(args)) {
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  return deltas;
}

interface Detail {
  readonly text: string;
  readonly signature: string;
}

function piecesOf(text: unknown): readonly string[] {
  return typeof text === 'string' ? (text.match(PIECE) ?? []) : [];
}
