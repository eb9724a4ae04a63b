import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { toUnreachable } from './api-error.ts';

/** Without even a heartbeat for this long, the connection is lost. */
const SILENCE_MS = 45_000;

/** The events of an answer as they come. Throws where the connection is lost, or falls silent. */
export async function* readStream(
  response: Response,
  silenceMs: number = SILENCE_MS,
): AsyncGenerator<EventSourceMessage> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let ready: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void ready.push(event) });
  try {
    for (;;) {
      const { done, value } = await orSilence(reader.read(), silenceMs).catch((thrown: unknown) => {
        throw toUnreachable(response.url, thrown);
      });
      if (done) return;
      parser.feed(decoder.decode(value as Uint8Array, { stream: true }));
      yield* ready;
      ready = [];
    }
  } finally {
    // The rest is not needed; a broken stream rejects here once more.
    reader.cancel().catch(() => undefined);
  }
}

async function orSilence<T>(read: Promise<T>, ms: number): Promise<T> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error(`silent for ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([read, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
