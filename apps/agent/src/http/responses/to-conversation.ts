import type { WireMessage, WireToolCall } from '@fairtrial/models';
import { decodeKeptFields, type KeptFields } from './kept-fields.ts';
import type { ResponseItem, ResponsePart, ResponseRequest } from '@fairtrial/contracts';

/** Converts instructions and input to the messages of a chat completion. */
export function toConversation({
  instructions,
  input,
}: Pick<ResponseRequest, 'instructions' | 'input'>): readonly WireMessage[] {
  const system: readonly WireMessage[] = instructions
    ? [{ role: 'system', content: instructions }]
    : [];
  if (typeof input === 'string') return [...system, { role: 'user', content: input }];
  return [...system, ...toMessages(input)];
}

/** The items of one assistant message, which chat completions have in one message. */
interface Draft {
  readonly content: string;
  readonly calls: readonly WireToolCall[];
  readonly kept: KeptFields | undefined;
}

const EMPTY: Draft = { content: '', calls: [], kept: undefined };

/**
 * Chat completions require the results of calls directly after the message with the calls, so they are put there, also
 * if other items stand in between.
 */
function toMessages(items: readonly ResponseItem[]): readonly WireMessage[] {
  const messages: WireMessage[] = [];
  const results = listResults(items);
  const placed = new Set<ResponseItem>();
  let draft = EMPTY;
  const addResult = (item: ResponseItem, message: WireMessage): void => {
    messages.push(message);
    placed.add(item);
  };
  const finishDraft = (): void => {
    messages.push(...toAssistant(draft));
    for (const { id } of draft.calls) {
      const [item, message] = results.get(id)?.shift() ?? [];
      if (item !== undefined && message !== undefined) addResult(item, message);
    }
    draft = EMPTY;
  };
  for (const item of items) {
    if (placed.has(item)) continue;
    if (beginsMessage(item, draft)) finishDraft();
    if (item.type === 'function_call') draft = addCall(draft, item);
    else if (item.type === 'reasoning') draft = addKept(draft, item);
    else if (item.type === 'function_call_output') {
      if (!placed.has(item)) addResult(item, toResult(item));
    } else if (item.role === 'assistant') draft = addText(draft, toText(item.content));
    else messages.push({ role: item.role, content: toContent(item.content) });
  }
  finishDraft();
  return messages;
}

type Output = Extract<ResponseItem, { type: 'function_call_output' }>;

/** The results by the id of their call. */
function listResults(
  items: readonly ResponseItem[],
): ReadonlyMap<string, [ResponseItem, WireMessage][]> {
  const results = new Map<string, [ResponseItem, WireMessage][]>();
  for (const item of items) {
    if (item.type !== 'function_call_output') continue;
    const ofCall = results.get(item.call_id) ?? [];
    ofCall.push([item, toResult(item)]);
    results.set(item.call_id, ofCall);
  }
  return results;
}

function toResult({ call_id: tool_call_id, output }: Output): WireMessage {
  return { role: 'tool', content: toContent(output), tool_call_id };
}

/**
 * False if the item belongs to the same assistant message as the items before it: a message with calls ends with their
 * results, or with a message of someone else.
 */
function beginsMessage(item: ResponseItem, { content, calls }: Draft): boolean {
  if (item.type === 'function_call' || item.type === 'reasoning') return false;
  const isAssistant = item.type === 'message' && item.role === 'assistant';
  return !isAssistant || (content !== '' && calls.length === 0);
}

function addText(draft: Draft, text: string): Draft {
  return { ...draft, content: [draft.content, text].filter((part) => part !== '').join('\n\n') };
}

function addKept(draft: Draft, item: Extract<ResponseItem, { type: 'reasoning' }>): Draft {
  const added = decodeKeptFields(item.encrypted_content);
  if (added === undefined) return draft;
  const { message, calls } = draft.kept ?? { message: {}, calls: {} };
  const kept = {
    message: { ...message, ...added.message },
    calls: { ...calls, ...added.calls },
  };
  return { ...draft, kept };
}

function addCall(draft: Draft, call: Extract<ResponseItem, { type: 'function_call' }>): Draft {
  const { call_id: id, name, arguments: args } = call;
  return {
    ...draft,
    calls: [...draft.calls, { id, type: 'function', function: { name, arguments: args } }],
  };
}

/** Reasoning alone is no message. */
function toAssistant({ content, calls, kept }: Draft): readonly WireMessage[] {
  if (calls.length === 0) return content === '' ? [] : [{ role: 'assistant', content }];
  const tool_calls = calls.map((call) => ({ ...kept?.calls[call.id], ...call }));
  return [{ ...kept?.message, role: 'assistant', content: content || null, tool_calls }];
}

type Content = string | readonly ResponsePart[];

function toText(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((part) => textOf(part) ?? '').join('');
}

/** Many providers accept only text, so content that is one text is not sent as a list. */
function toContent(content: Content): unknown {
  if (typeof content === 'string') return content;
  const [only, second] = content;
  const text = only === undefined || second !== undefined ? undefined : textOf(only);
  return text ?? content.map(toChatPart);
}

function toChatPart(part: ResponsePart): object {
  if (part.type !== 'input_image') return { type: 'text', text: textOf(part) };
  const { image_url: url, detail } = part;
  return { type: 'image_url', image_url: detail ? { url, detail } : { url } };
}

function textOf(part: ResponsePart): string | undefined {
  if (part.type === 'input_image') return undefined;
  return part.type === 'refusal' ? part.refusal : part.text;
}
