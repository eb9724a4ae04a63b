import { z } from 'zod';
import type { Conversation } from '../batch/to-batch.ts';
import { ChatMessages, toConversation } from '../batch/to-conversation.ts';

const Asked = z.looseObject({ messages: ChatMessages });

/** What a request to an OpenAI-compatible endpoint or the agent backend says; undefined where it is none. */
export function readAsked(body: string): Conversation | undefined {
  const { data } = Asked.safeParse(parseJson(body));
  return data && toConversation(data.messages);
}

const Reply = z.looseObject({
  choices: z
    .array(z.looseObject({ message: z.looseObject({ content: z.string().nullish() }) }))
    .optional(),
  content: z.string().nullish(),
});

/** The text of an answer, whole or streamed; undefined where there is none, or the stream broke off. */
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

/** A stream that ended as streams do; the agent backend sends the whole message once more at the end. */
function readStream(body: string): string | undefined {
  const events = body.split(/\r?\n\r?\n/).map(dataOf);
  if (!events.includes('[DONE]')) return undefined;
  const chunks = events.flatMap((event): readonly Chunk[] => {
    const { data } = Chunk.safeParse(parseJson(event));
    return data === undefined ? [] : [data];
  });
  if (chunks.some(({ error }) => error !== undefined)) return undefined;
  const whole = chunks.find(({ message }) => message !== undefined);
  return whole?.message?.content ?? chunks.map(deltaOf).join('');
}

function deltaOf({ choices, content }: Chunk): string {
  return choices?.[0]?.delta?.content ?? content ?? '';
}

function dataOf(event: string): string {
  return event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
