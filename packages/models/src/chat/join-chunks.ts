import { z } from 'zod';
import { readTextField } from '../replies/read-text-field.ts';
import { Completion, type CompletionToolCall } from './completion.ts';

const Piece = z.looseObject({
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
      tool_calls: z.array(Piece).nullish(),
    })
    .partial()
    .nullish(),
});
const Chunk = z.looseObject({ choices: z.array(Choice).nullish(), error: z.unknown().optional() });

const MAX_CALLS = 128;

interface Joined {
  /** Takes the next chunk; gives the text in it. */
  add(chunk: unknown): string;
  /** What a whole completion would have said; undefined where there was none, or no end of it. */
  completion(isDone: boolean): Completion | undefined;
}

/** Puts the pieces of a streamed completion together again. */
export function joinChunks(): Joined {
  let frame: Record<string, unknown> = {};
  let choice: Record<string, unknown> | undefined;
  let content = '';
  let refusal: string | null = null;
  const calls = new Map<number | string, CompletionToolCall>();
  let current: number | string = '';

  /** Some providers number their calls, some from 1; others begin a new one with a new id. */
  function addCall({ index, id, function: called }: z.infer<typeof Piece>): void {
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
      if (isError(rest.error)) throw new Error(`it reported ${JSON.stringify(rest.error)}`);
      frame = { ...frame, ...present(rest) };
      const [first] = choices ?? [];
      if (first === undefined) return '';
      const { delta, ...said } = first;
      choice = { ...choice, ...present(said) };
      const text = textOf(delta?.content);
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

function isError(error: unknown): boolean {
  return error !== undefined && error !== null;
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : (readTextField({ content }) ?? '');
}

function present(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
