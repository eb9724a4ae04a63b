import type { CompletionToolCall } from '@fairtrial/models';
import { randomUUID } from 'node:crypto';
import {
  addText,
  endParts,
  toPart,
  type Events,
  type Kind,
  type PartsOf,
  type ResponseEvent,
} from './text-parts.ts';

/** The items of a response. Each step returns its events, which also build the response that is not streamed. */
export interface OutputItems {
  /** Adds a piece of text. There is one message; reasoning after its start becomes another item. */
  add(kind: Kind, piece: string): Events;
  /** Adds calls of the caller's tools. The caller sends `kept` back with them. */
  addCalls(calls: readonly CompletionToolCall[], kept: string | undefined): Events;
  /** Finishes all items. A response without a message and calls gets an empty message. */
  finish(status: Status): Events;
  list(): readonly object[];
}

type Status = 'in_progress' | 'completed' | 'incomplete';

interface OpenItem extends PartsOf {
  readonly toItem: (status: Status, parts: readonly object[]) => object;
}

export function createOutputItems(): OutputItems {
  const items: object[] = [];
  let message: OpenItem | undefined;
  let reasoning: OpenItem | undefined;

  function* open(prefix: string, toItem: OpenItem['toItem']): Generator<ResponseEvent, OpenItem> {
    const id = newId(prefix);
    const output_index = items.length;
    const item = { id, ...toItem('in_progress', []) };
    items.push(item);
    yield { type: 'response.output_item.added', output_index, item };
    return { id, output_index, toItem, parts: [] };
  }

  function* close(opened: OpenItem, status: Status, kept?: object): Events {
    yield* endParts(opened);
    const { id, output_index, toItem, parts } = opened;
    const item = { id, ...toItem(status, parts.map(toPart)), ...kept };
    items[output_index] = item;
    yield { type: 'response.output_item.done', output_index, item };
  }

  function* closeReasoning(kept?: object): Events {
    if (kept !== undefined) reasoning ??= yield* open('rs', toReasoning);
    if (reasoning !== undefined) yield* close(reasoning, 'completed', kept);
    reasoning = undefined;
  }

  return {
    *add(kind, piece) {
      if (kind === 'reasoning') {
        reasoning ??= yield* open('rs', toReasoning);
        yield* addText(reasoning, kind, piece);
        return;
      }
      yield* closeReasoning();
      message ??= yield* open('msg', toMessage);
      yield* addText(message, kind, piece);
    },
    *addCalls(calls, kept) {
      yield* closeReasoning(kept === undefined ? undefined : { encrypted_content: kept });
      for (const call of calls) {
        const item = yield* open('fc', toCall(call));
        yield* argumentEvents(item, call);
        yield* close(item, 'completed');
      }
    },
    *finish(status) {
      yield* closeReasoning();
      const isEmpty = items.every((item) => 'type' in item && item.type === 'reasoning');
      if (isEmpty) yield* this.add('text', '');
      if (message !== undefined) yield* close(message, status);
    },
    list: () => items,
  };
}

const toReasoning: OpenItem['toItem'] = (_, summary) => ({ type: 'reasoning', summary });

const toMessage: OpenItem['toItem'] = (status, content) => ({
  type: 'message',
  role: 'assistant',
  status,
  content,
});

function toCall({ id: call_id, name, arguments: args }: CompletionToolCall): OpenItem['toItem'] {
  const type = 'function_call';
  return (status) => {
    const written = status === 'in_progress' ? '' : args;
    return { type, call_id, name, arguments: written, status };
  };
}

function* argumentEvents(
  { id: item_id, output_index }: OpenItem,
  call: CompletionToolCall,
): Events {
  const { name, arguments: args } = call;
  const type = 'response.function_call_arguments';
  yield { type: `${type}.delta`, item_id, output_index, delta: args };
  yield { type: `${type}.done`, item_id, output_index, name, arguments: args };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
