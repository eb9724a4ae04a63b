import type { Completion, WireMessage } from '@fairtrial/models';
import type { Attributes } from '@opentelemetry/api';

/** Message text as attributes of the span of a model call. */
export interface TraceText {
  input(messages: readonly WireMessage[]): Attributes;
  output(completion: Completion): Attributes;
}

/** A message in OpenTelemetry's format: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ */
interface TracedMessage {
  readonly role: string;
  readonly parts: readonly object[];
  readonly finish_reason?: string | null;
}

const MAX_TEXT_LENGTH = 8000;
const MAX_LENGTH = 64_000;

/**
 * `redact` removes secrets from a text. Long texts are truncated; of a long conversation the newest messages are kept.
 */
export function createTraceText(redact: (text: string) => string): TraceText {
  const shorten = (text: string): string => {
    const clean = redact(text);
    return clean.length <= MAX_TEXT_LENGTH ? clean : `${clean.slice(0, MAX_TEXT_LENGTH)} [cut]`;
  };
  const textPart = (text: string): readonly object[] =>
    text === '' ? [] : [{ type: 'text', content: shorten(text) }];
  const callPart = (id: string, called: { name: string; arguments: string }): object => ({
    type: 'tool_call',
    id,
    name: called.name,
    arguments: shorten(called.arguments),
  });

  function toMessage(message: WireMessage): TracedMessage {
    const { role, content } = message;
    if (role === 'tool') {
      const response = shorten(toText(content));
      return { role, parts: [{ type: 'tool_call_response', id: message.tool_call_id, response }] };
    }
    const calls = role === 'assistant' ? (message.tool_calls ?? []) : [];
    return {
      role,
      parts: [
        ...textPart(toText(content)),
        ...calls.map(({ id, function: called }) => callPart(id, called)),
      ],
    };
  }

  return {
    input: (messages) => ({ 'gen_ai.input.messages': toNewest(messages.map(toMessage)) }),
    output({ choices: [{ message, finish_reason }] }) {
      const calls = message.tool_calls.map((call) => callPart(call.id, call));
      const parts = [...textPart(message.content), ...calls];
      const said: TracedMessage = { role: 'assistant', parts, finish_reason };
      return { 'gen_ai.output.messages': toNewest([said]) };
    },
  };
}

/** Multi-part content, for example with images, as JSON. */
function toText(content: unknown): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** The newest messages that fit, as JSON. */
function toNewest(messages: readonly TracedMessage[]): string {
  const texts: string[] = [];
  let length = 0;
  for (const message of messages.toReversed()) {
    const text = JSON.stringify(message);
    length += text.length;
    if (length > MAX_LENGTH && texts.length > 0) break;
    texts.unshift(text);
  }
  return `[${texts.join()}]`;
}
