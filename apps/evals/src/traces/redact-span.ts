import { createRedact, type Redact } from '@fairtrial/redaction';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutName, cutText } from './read-messages.ts';
import type { ReadSpan } from './read-span.ts';
import type { ToolCall, TraceMessage } from './span-content.ts';

/** `redact` is `undefined` if texts are stored as they are. */
interface Redaction {
  readonly redact: Redact | undefined;
  readonly pause: Pause;
}

/**
 * Redacts every text of a span except ids of calls, then cuts it to the length that is stored: half of a value at the
 * cut would not be recognised. Other requests are handled between two texts.
 */
export async function redactSpan(
  span: ReadSpan,
  { redact = (text) => text, pause }: Redaction,
): Promise<ReadSpan> {
  const apply = async (text: string): Promise<string> => {
    await pause();
    return redact(text);
  };
  const { content, namedConversation: id } = span;
  const { error, model } = content;
  return {
    ...span,
    namedConversation: id === null || (await apply(id)) === id ? id : hashId(id),
    content: {
      ...content,
      service: cutName(await apply(content.service)),
      model: model === undefined ? undefined : cutName(await apply(model)),
      error: error === undefined ? undefined : cutText(await apply(error)),
      input: await redactMessages(content.input, apply),
      output: await redactMessages(content.output, apply),
    },
  };
}

const HASH_DIGITS = 16;

/** Placeholders are numbered per request, so an id with personal data is replaced with one that is always the same. */
function hashId(id: string): string {
  const digits = createHash('sha256').update(id).digest('hex').slice(0, HASH_DIGITS);
  return `conversation-${digits}`;
}

type Apply = (text: string) => Promise<string>;

async function redactMessages(
  messages: readonly TraceMessage[],
  apply: Apply,
): Promise<readonly TraceMessage[]> {
  const redacted: TraceMessage[] = [];
  for (const message of messages) {
    const { text, tool } = message;
    const toolCalls: ToolCall[] = [];
    for (const call of message.toolCalls) {
      const name = cutName(await apply(call.name));
      toolCalls.push({ ...call, name, arguments: cutText(await apply(call.arguments)) });
    }
    redacted.push({
      ...message,
      text: cutText(await apply(text)),
      toolCalls,
      tool: tool === undefined ? undefined : cutName(await apply(tool)),
    });
  }
  return redacted;
}

/**
 * Redacts the texts of one request with the built-in rules and these patterns. The history is sent again with every
 * call, so results are kept.
 */
export function createRequestRedact(patterns: readonly string[]): Redact {
  const redact = createRedact(patterns);
  const known = new Map<string, string>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const made = redact(text);
    known.set(text, made);
    return made;
  };
}

const SLICE_MS = 5;

/** Lets other requests be handled if this one was busy for a while. */
export type Pause = () => Promise<void>;

export function createPause(): Pause {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  };
}
