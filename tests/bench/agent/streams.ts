import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

const MEASURE_MS = 1500;
const MAX_EVENT_LOOP_MS = 50;
/** Refused streams are retried for this long, as clients do. */
const MAX_REFUSED_MS = 30_000;

interface Held {
  readonly streams: number;
  /** Number of streams open while the event loop was measured: all, unless the machine is very slow. */
  readonly open: number;
  /** Requests refused with 503 before their streams started. */
  readonly refused: number;
  readonly event_loop_p99_ms: number;
}

/**
 * Opens streams of 20 words per second in one process and measures the lateness of its event loop. `held` is the
 * largest count with a lateness of at most 50 ms. Throws if a stream breaks off.
 */
export async function holdStreams(url: string, counts: readonly number[]): Promise<object> {
  const steps: Held[] = [];
  for (const count of counts) {
    const step = await measureStreams(url, count);
    console.error(step);
    steps.push(step);
  }
  const held = steps.findLast((step) => step.event_loop_p99_ms <= MAX_EVENT_LOOP_MS)?.streams ?? 0;
  return { held, steps };
}

async function measureStreams(url: string, count: number): Promise<Held> {
  const dispatcher = new Agent();
  const counts = { open: 0, refused: 0 };
  try {
    const streams = Array.from({ length: count }, () => readStream({ dispatcher, url, counts }));
    const ended = Promise.all(streams.map((stream) => stream.ended));
    await Promise.race([Promise.all(streams.map(({ begun }) => begun)), ended]);
    await eventLoopP99(url); // resets the histogram: starting the streams does not count
    await Promise.race([wait(MEASURE_MS), ended]);
    const { open } = counts;
    const eventLoopMs = await eventLoopP99(url);
    await ended;
    return { streams: count, open, refused: counts.refused, event_loop_p99_ms: eventLoopMs };
  } finally {
    await dispatcher.destroy();
  }
}

interface StreamOptions {
  readonly dispatcher: Agent;
  readonly url: string;
  readonly counts: { open: number; refused: number };
}

function readStream(options: StreamOptions): { begun: Promise<void>; ended: Promise<void> } {
  const { counts } = options;
  const begun = Promise.withResolvers<void>();
  const read = async (): Promise<void> => {
    const body = await openStream(options);
    counts.open += 1;
    let text = '';
    for await (const chunk of body) {
      text = (text + String(chunk)).slice(-200);
      if (text.includes('"content"')) begun.resolve();
    }
    counts.open -= 1;
    if (!text.endsWith('data: [DONE]\n\n')) throw new Error(`a stream ended with ${text}`);
  };
  return { begun: begun.promise, ended: read() };
}

async function openStream({
  dispatcher,
  url,
  counts,
}: StreamOptions): Promise<AsyncIterable<unknown>> {
  const started = performance.now();
  for (;;) {
    const { statusCode, headers, body } = await request(`${url}/?stream=true`, {
      dispatcher,
      method: 'POST',
      headers: { 'x-model-id': 'bench/stream' },
      body: JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] }),
    });
    if (statusCode === 200) return body;
    const said = await body.text();
    const isLate = performance.now() - started > MAX_REFUSED_MS;
    if (statusCode !== 503 || isLate) throw new Error(`${statusCode} ${said}`);
    counts.refused += 1;
    await wait(Number(headers['retry-after'] ?? 1) * 1000);
  }
}

export async function eventLoopP99(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  const line = /^nodejs_eventloop_delay_p99_seconds (\S+)$/m.exec(await body.text())?.[1];
  return Math.round(Number(line) * 10_000) / 10;
}
