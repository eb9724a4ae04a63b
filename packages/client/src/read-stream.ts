import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { toUnreachable } from './api-error.ts';

/** The connection counts as lost if nothing arrives for this long, not even a heartbeat. */
const SILENCE_MS = 45_000;

/** Yields server-sent events as they arrive. Throws if the connection is lost or silent. */
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
    // A broken stream rejects again here.
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
