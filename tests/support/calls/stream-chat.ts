import type { AgentResponseMessage, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { HELLO } from './chat.ts';

export interface StreamedEvent {
  readonly status?: string;
  readonly content?: string;
  readonly reasoning?: string;
  readonly tool_call?: { readonly name: string };
  readonly tool_result?: { readonly content: string };
  readonly message?: AgentResponseMessage;
  readonly error?: Problem;
}

interface Streamed {
  readonly events: readonly StreamedEvent[];
  /** The text a front end would have shown. */
  readonly text: string;
  readonly message: AgentResponseMessage | undefined;
  readonly error: Problem | undefined;
}

/** Requests a stream, and reads it as a front end does. */
export async function streamChat(
  agent: { readonly url: string },
  modelId: string,
  body: object = HELLO,
): Promise<Streamed> {
  const response = await fetch(`${agent.url}/?stream=true`, {
    method: 'POST',
    headers: { 'x-model-id': modelId },
    body: JSON.stringify(body),
  });
  // A failure before the first event is a regular error response.
  if (response.status !== 200) {
    const error = (await response.json()) as Problem;
    return { events: [], text: '', message: undefined, error };
  }
  const blocks = (await response.text())
    .split('\n\n')
    .filter((block) => block.startsWith('data: '));
  assert.equal(blocks.at(-1), 'data: [DONE]');
  const events = blocks.slice(0, -1).map((block) => JSON.parse(block.slice(6)) as StreamedEvent);
  return {
    events,
    text: events.map((event) => event.content ?? '').join(''),
    message: events.find((event) => event.message)?.message,
    error: events.find((event) => event.error)?.error,
  };
}
