import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Door } from './run-api.ts';

export interface RunEvent {
  readonly id: number;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Reading {
  /** The last one that was seen before. */
  readonly after?: number;
  /** Hangs up after this many. */
  readonly most?: number;
  /** Told of every one as it comes. */
  readonly hear?: (event: RunEvent) => void;
}

/** The events of a run, until the stream ends or the reader has had enough. */
export async function readEvents(
  door: Door,
  runId: string,
  { after, most = Number.POSITIVE_INFINITY, hear }: Reading = {},
): Promise<readonly RunEvent[]> {
  const hangUp = new AbortController();
  const response = await connect(`${door.url}/runs/${runId}/events`, {
    headers: { ...door.headers, ...resumeAfter(after) },
    signal: hangUp.signal,
  });
  assert.equal(response.status, 200, response.ok ? '' : await response.text());
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const events: RunEvent[] = [];
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    const fresh = blocks.filter((block) => !block.startsWith(':')).map(toEvent);
    for (const event of fresh) hear?.(event);
    events.push(...fresh);
    if (events.length < most) continue;
    hangUp.abort();
    return events.slice(0, most);
  }
  return events;
}

function resumeAfter(seen: number | undefined): Readonly<Record<string, string>> {
  return seen === undefined ? {} : { 'last-event-id': String(seen) };
}

/** A service that is full says when to come back, and a reader does. */
async function connect(url: string, options: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, options);
    if (response.status !== 503) return response;
    await response.text();
    await wait(Number(response.headers.get('retry-after')) * 1000);
  }
}

function toEvent(block: string): RunEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), afterColon(line)]),
  );
  return {
    id: Number(fields.get('id')),
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? '{}') as RunEvent['data'],
  };
}

function afterColon(line: string): string {
  return line.slice(line.indexOf(':') + 2);
}
