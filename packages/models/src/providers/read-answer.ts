import { isTooDeep, parseJson } from '@fairtrial/contracts';
import { EgressError, type EgressResponse } from '@fairtrial/egress';
import { createParser } from 'eventsource-parser';
import { failedTry, failedTryFromEgress } from '../calls/failed-try.ts';
import { valueAt } from '../messages/json-path.ts';
import {
  ProviderError,
  type CompletionEvent,
  type TextReceived,
} from '../completions/chat-provider.ts';
import { Completion } from '../completions/completion.ts';
import { joinChunks, textReceived, throwReported } from '../completions/join-chunks.ts';
import { isFields } from '../completions/merge-delta.ts';

/** Reads a provider's response, whether it is streamed or not. */
export async function* readAnswer(response: EgressResponse): AsyncGenerator<CompletionEvent> {
  try {
    const type = String(response.headers['content-type'] ?? '');
    if (type.startsWith('text/event-stream')) yield* readStream(response);
    else yield* readWhole(await response.text());
  } catch (thrown) {
    if (thrown instanceof ProviderError || !(thrown instanceof Error)) throw thrown;
    if (!(thrown instanceof EgressError)) throw badAnswer(thrown.message, thrown);
    throw new ProviderError(failedTryFromEgress(thrown), { cause: thrown });
  }
}

function* readWhole(body: string): Generator<CompletionEvent> {
  const answer = readJson(body);
  const { data: completion } = Completion.safeParse(answer);
  if (completion === undefined) {
    if (isFields(answer)) throwReported(answer['error']);
    throw badAnswer(`no completion in ${quote(body)}`);
  }
  const { model, choices } = completion;
  const [{ message, logprobs }] = choices;
  throwReported(valueAt(answer, ['choices', 0, 'error'])); // OpenRouter reports errors here
  const text = textReceived(message.wire, { logprobs, model });
  if (text !== undefined) yield text;
  yield { type: 'completion-received', completion };
}

async function* readStream(response: EgressResponse): AsyncGenerator<CompletionEvent> {
  const joined = joinChunks();
  const stream = readChunks(joined);
  for await (const bytes of response.body) {
    yield* stream.feed(bytes);
    if (stream.isDone()) break; // some providers keep the connection open
  }
  yield* stream.feed();
  if (stream.isDone()) response.discard();
  const completion = joined.completion(stream.isDone());
  if (completion === undefined) throw badAnswer('a stream that broke off');
  yield { type: 'completion-received', completion };
}

interface ChunkReader {
  /**
   * Yields the texts in these bytes, or in the remaining buffer if called without bytes. Errors are thrown after the
   * texts that precede them.
   */
  feed(bytes?: Uint8Array): Generator<TextReceived>;
  /** True once `[DONE]` was read. */
  isDone(): boolean;
}

function readChunks(joined: ReturnType<typeof joinChunks>): ChunkReader {
  const decoder = new TextDecoder();
  let texts: TextReceived[] = [];
  let isDone = false;
  let fault: { readonly thrown: unknown } | undefined;
  const parser = createParser({
    onEvent({ data }) {
      isDone ||= data.trim() === '[DONE]';
      if (isDone || fault !== undefined) return;
      try {
        const text = joined.add(readJson(data));
        if (text !== undefined) texts.push(text);
      } catch (thrown) {
        fault = { thrown };
      }
    },
  });
  return {
    *feed(bytes) {
      parser.feed(bytes ? decoder.decode(bytes, { stream: true }) : `${decoder.decode()}\n\n`);
      const found = texts;
      texts = [];
      yield* found;
      if (fault !== undefined) throw fault.thrown;
    },
    isDone: () => isDone,
  };
}

function readJson(text: string): unknown {
  if (isTooDeep(text)) throw badAnswer('it is nested too deep');
  const value = parseJson(text);
  if (value === undefined) throw badAnswer(`no JSON in ${quote(text)}`);
  return value;
}

function quote(text: string): string {
  return JSON.stringify(text.trim().slice(0, 100));
}

function badAnswer(what: string, cause?: unknown): ProviderError {
  const message = `its answer cannot be read: ${what}`;
  return new ProviderError(failedTry({ kind: 'bad_response', status: null, message }), { cause });
}
