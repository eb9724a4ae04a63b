import { isTooDeep, parseJson } from '@assay/contracts';
import { EgressError, type EgressResponse } from '@assay/egress';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { failedTry, failedTryFromEgress } from '../endpoint/failed-try.ts';
import { ProviderError, type CompletionEvent } from './chat-provider.ts';
import { Completion, contentText, type CompletionToolCall } from './completion.ts';

/** Reads the answer of a provider, streamed or whole, whichever it chose. */
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
  const { data: completion } = Completion.safeParse(readJson(body));
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
      const text = joined.add(readJson(data));
      if (text !== '') texts.push(text);
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    for (const text of texts.splice(0)) yield { type: 'text-received', text };
    if (isDone) break; // some keep the connection open
  }
  parser.feed(`${decoder.decode()}\n\n`);
  for (const text of texts.splice(0)) yield { type: 'text-received', text };
  if (isDone) response.discard();
  const completion = joined.completion(isDone);
  if (completion === undefined) throw badAnswer('a stream that broke off');
  yield { type: 'completion-received', completion };
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

const ToolCallDelta = z.looseObject({
  index: z.int().optional().catch(undefined),
  id: z.string().nullish(),
  function: z
    .looseObject({ name: z.string().nullish(), arguments: z.string().nullish() })
    .nullish(),
});
const Choice = z.looseObject({
  delta: z
    .looseObject({
      content: z.unknown(),
      refusal: z.string().nullish(),
      tool_calls: z.array(ToolCallDelta).nullish(),
    })
    .partial()
    .nullish(),
});
const Chunk = z.looseObject({ choices: z.array(Choice).nullish(), error: z.unknown().optional() });

const MAX_CALLS = 128;

interface ChunkJoiner {
  /** Takes the next chunk and returns the text in it. */
  add(chunk: unknown): string;
  /** The same as a completion that was not streamed; `undefined` if there was none, or no end of it. */
  completion(isDone: boolean): Completion | undefined;
}

/** Puts the pieces of a streamed completion together again. */
function joinChunks(): ChunkJoiner {
  let frame: Record<string, unknown> = {};
  let choice: Record<string, unknown> | undefined;
  let content = '';
  let refusal: string | null = null;
  const calls = new Map<number | string, CompletionToolCall>();
  let current: number | string = '';

  /** Some providers number their calls, some from 1; others begin a new one with a new id. */
  function addCall({ index, id, function: called }: z.infer<typeof ToolCallDelta>): void {
    current = index ?? (id ? id : current);
    const before = calls.get(current) ?? { id: '', name: '', arguments: '' };
    if (calls.size >= MAX_CALLS && !calls.has(current)) throw new Error('it calls too many tools');
    calls.set(current, {
      id: before.id || (id ?? ''),
      name: before.name + (called?.name ?? ''),
      arguments: before.arguments + (called?.arguments ?? ''),
    });
  }

  return {
    add(data) {
      const { choices, ...rest } = Chunk.parse(data);
      if (isPresent(rest.error)) throw new Error(`it reported ${JSON.stringify(rest.error)}`);
      frame = { ...frame, ...presentFields(rest) };
      const [first] = choices ?? [];
      if (first === undefined) return '';
      const { delta, ...said } = first;
      choice = { ...choice, ...presentFields(said) };
      const text = contentText(delta?.content);
      content += text;
      if (typeof delta?.refusal === 'string') refusal = (refusal ?? '') + delta.refusal;
      delta?.tool_calls?.forEach(addCall);
      return text;
    },
    completion(isDone) {
      if (choice === undefined || !(isDone || 'finish_reason' in choice)) return undefined;
      const tool_calls = [...calls.values()].map(({ id, ...called }) => ({ id, function: called }));
      const message = { content, refusal, tool_calls };
      return Completion.parse({ ...frame, choices: [{ ...choice, message }] });
    },
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function presentFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isPresent(value)));
}
