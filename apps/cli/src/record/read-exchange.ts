import { parseJson } from '@fairtrial/contracts';
import { z } from 'zod';
import { ChatMessages, chatToConversation } from '@fairtrial/imports';
import type { Conversation } from '@fairtrial/imports';

const ChatRequest = z.looseObject({ messages: ChatMessages });

/**
 * The conversation in a request to an OpenAI-compatible endpoint or the agent backend; `undefined` if the body is not a
 * chat request.
 */
export function readChatRequest(body: string): Conversation | undefined {
  const { data } = ChatRequest.safeParse(parseJson(body));
  return data && chatToConversation(data.messages);
}

const Reply = z.looseObject({
  choices: z
    .array(z.looseObject({ message: z.looseObject({ content: z.string().nullish() }) }))
    .optional(),
  content: z.string().nullish(),
});

/** The text of an answer, whole or streamed; `undefined` if it is empty or the stream is incomplete. */
export function readReply(contentType: string, body: string): string | undefined {
  const text = contentType.includes('text/event-stream') ? readStream(body) : readWhole(body);
  return text === '' ? undefined : text;
}

function readWhole(body: string): string | undefined {
  const { data } = Reply.safeParse(parseJson(body));
  return data?.choices?.[0]?.message.content ?? data?.content ?? undefined;
}

const Chunk = z.looseObject({
  choices: z
    .array(z.looseObject({ delta: z.looseObject({ content: z.string().nullish() }).optional() }))
    .optional(),
  content: z.string().optional(),
  message: z.looseObject({ content: z.string() }).optional(),
  error: z.unknown().optional(),
});
type Chunk = z.infer<typeof Chunk>;

/** The text of a stream that ended with [DONE]. The agent backend repeats the whole message at the end. */
function readStream(body: string): string | undefined {
  const events = body.split(/\r?\n\r?\n/).map(readEventData);
  if (!events.includes('[DONE]')) return undefined;
  const chunks = events.flatMap((event): readonly Chunk[] => {
    const { data } = Chunk.safeParse(parseJson(event));
    return data === undefined ? [] : [data];
  });
  if (chunks.some(({ error }) => error !== undefined)) return undefined;
  const whole = chunks.find(({ message }) => message !== undefined);
  return whole?.message?.content ?? chunks.map(readDelta).join('');
}

function readDelta({ choices, content }: Chunk): string {
  return choices?.[0]?.delta?.content ?? content ?? '';
}

function readEventData(event: string): string {
  return event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n');
}
