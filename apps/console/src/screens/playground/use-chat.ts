import { ApiError, type Client } from '@fairtrial/client';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../data/api-context.ts';
import { readDraft, writeDraft } from '../../data/use-draft.ts';
import { addEvent, beginReply, toMessages, type AgentReply, type ChatEntry } from './chat-entry.ts';

export interface Chat {
  readonly entries: readonly ChatEntry[];
  readonly isWriting: boolean;
  readonly send: (text: string, model: string) => void;
  /** Requests another reply to the last message. */
  readonly askAgain: (model: string) => void;
  readonly stop: () => void;
  readonly clear: () => void;
}

/** A conversation with the agent that survives a reload. */
export function useChat(name: string): Chat {
  const client = useClient();
  const [entries, setEntries] = useState(() => readEntries(name));
  const writing = useRef<AbortController>(undefined);
  useEffect(() => () => writing.current?.abort(), []);
  const save = (next: readonly ChatEntry[]): void => {
    writeDraft(name, JSON.stringify(next));
    setEntries(next);
  };
  const ask = (asked: readonly ChatEntry[], model: string): void => {
    save(asked);
    const controller = new AbortController();
    writing.current = controller;
    void askAgent({ client, model, entries: asked, signal: controller.signal }, (reply) => {
      if (writing.current !== controller) return; // the conversation was cleared
      const next = [...asked, reply];
      if (reply.state === 'writing') setEntries(next);
      else save(next);
    });
  };
  return {
    entries,
    isWriting: entries.some((entry) => entry.from === 'agent' && entry.state === 'writing'),
    send: (text, model) => ask([...entries, { from: 'user', text }], model),
    askAgain: (model) => ask(withoutFailure(entries), model),
    stop: () => writing.current?.abort(),
    clear() {
      writing.current?.abort();
      writing.current = undefined;
      save([]);
    },
  };
}

function withoutFailure(entries: readonly ChatEntry[]): readonly ChatEntry[] {
  return entries.at(-1)?.from === 'agent' ? entries.slice(0, -1) : entries;
}

interface AgentRequest {
  readonly client: Client;
  readonly model: string;
  readonly entries: readonly ChatEntry[];
  readonly signal: AbortSignal;
}

/** Calls `onUpdate` whenever more of the reply has arrived. */
async function askAgent(ask: AgentRequest, onUpdate: (reply: AgentReply) => void): Promise<void> {
  const { client, model, entries, signal } = ask;
  const started = performance.now();
  let reply = beginReply(model);
  onUpdate(reply);
  try {
    const request = { messages: [...toMessages(entries)] };
    for await (const event of client.agent.stream(request, { modelId: model, signal })) {
      reply = addEvent(reply, event);
      if (reply.state === 'writing') onUpdate(reply);
    }
    if (reply.state === 'writing') throw new Error('the answer was cut off');
  } catch (error) {
    reply = signal.aborted
      ? { ...reply, state: 'stopped' }
      : { ...reply, state: 'failed', error: errorText(error) };
  }
  onUpdate({ ...reply, ms: performance.now() - started });
}

function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** The stored conversation; empty if it cannot be read. */
function readEntries(name: string): readonly ChatEntry[] {
  try {
    const entries: unknown = JSON.parse(readDraft(name) || '[]');
    return Array.isArray(entries) ? (entries as ChatEntry[]) : [];
  } catch {
    return [];
  }
}
