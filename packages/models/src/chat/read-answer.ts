import { EgressError, type EgressResponse } from '@assay/egress';
import { createParser } from 'eventsource-parser';
import { failedOnTheWay, failedTry } from '../endpoint/failed-try.ts';
import { Completion } from './completion.ts';
import { joinChunks } from './join-chunks.ts';
import { ProviderError } from './provider-error.ts';

export type CompletionEvent =
  | { readonly type: 'text-received'; readonly text: string }
  | { readonly type: 'completion-received'; readonly completion: Completion };

/** What a provider answers to a question it took: in pieces or whole, whatever was asked for. */
export async function* readAnswer(response: EgressResponse): AsyncGenerator<CompletionEvent> {
  try {
    const type = String(response.headers['content-type'] ?? '');
    if (type.startsWith('text/event-stream')) yield* readStream(response);
    else yield* readWhole(await response.text());
  } catch (thrown) {
    if (thrown instanceof ProviderError || !(thrown instanceof Error)) throw thrown;
    if (!(thrown instanceof EgressError)) throw badAnswer(thrown.message, thrown);
    throw new ProviderError(failedOnTheWay(thrown), { cause: thrown });
  }
}

function* readWhole(body: string): Generator<CompletionEvent> {
  const { data: completion } = Completion.safeParse(parseJson(body));
  if (completion === undefined) throw badAnswer(`no completion in ${quote(body)}`);
  const { content } = completion.choices[0].message;
  if (content !== '') yield { type: 'text-received', text: content };
  yield { type: 'completion-received', completion };
}

async function* readStream(response: EgressResponse): AsyncGenerator<CompletionEvent> {
  const joined = joinChunks();
  const texts: string[] = [];
  let isDone = false;
  const parser = createParser({
    onEvent({ data }) {
      isDone ||= data.trim() === '[DONE]';
      if (isDone) return;
      const text = joined.add(parseJson(data));
      if (text !== '') texts.push(text);
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    for (const text of texts.splice(0)) yield { type: 'text-received', text };
    if (isDone) break; // some keep the line open
  }
  parser.feed(`${decoder.decode()}\n\n`);
  for (const text of texts.splice(0)) yield { type: 'text-received', text };
  if (isDone) response.discard();
  const completion = joined.completion(isDone);
  if (completion === undefined) throw badAnswer('a stream that broke off');
  yield { type: 'completion-received', completion };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badAnswer(`no JSON in ${quote(text)}`, cause);
  }
}

function quote(text: string): string {
  return JSON.stringify(text.trim().slice(0, 100));
}

function badAnswer(what: string, cause?: unknown): ProviderError {
  const message = `its answer cannot be read: ${what}`;
  return new ProviderError(failedTry({ kind: 'bad_response', status: null, message }), { cause });
}
