import assert from 'node:assert/strict';
import { until } from '../services/until.ts';
import type { ApiTarget } from './run-api.ts';

export interface RunEvent {
  readonly id: number;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Reading {
  /** The id of the last event seen before. */
  readonly after?: number;
  readonly maxEvents?: number;
  readonly onEvent?: (event: RunEvent) => void;
}

/** Reads the events of a run until the stream ends or `maxEvents` is reached. */
export async function readEvents(
  api: ApiTarget,
  runId: string,
  { after, maxEvents = Number.POSITIVE_INFINITY, onEvent }: Reading = {},
): Promise<readonly RunEvent[]> {
  const hangUp = new AbortController();
  const response = await connect(`${api.url}/runs/${runId}/events`, {
    headers: { ...api.headers, ...resumeAfter(after) },
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
    for (const event of fresh) onEvent?.(event);
    events.push(...fresh);
    if (events.length < maxEvents) continue;
    hangUp.abort();
    return events.slice(0, maxEvents);
  }
  return events;
}

function resumeAfter(seen: number | undefined): Readonly<Record<string, string>> {
  return seen === undefined ? {} : { 'last-event-id': String(seen) };
}

/** Tries again while the service is full. */
async function connect(url: string, options: RequestInit): Promise<Response> {
  let response = await fetch(url, options);
  await until('the service has room for a reader', async () => {
    if (response.status !== 503) return true;
    await response.text();
    response = await fetch(url, options);
    return false;
  });
  return response;
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
