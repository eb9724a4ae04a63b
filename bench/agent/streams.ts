import { Agent, request } from 'undici';

const STREAM_COUNTS = [100, 200, 400, 600, 800, 1000, 1200];
const MAX_EVENT_LOOP_MS = 50;

interface Held {
  readonly streams: number;
  readonly event_loop_p99_ms: number;
}

/** How many streams of 20 words a second one process holds before its event loop is late by 50 ms. */
export async function holdStreams(url: string): Promise<object> {
  const dispatcher = new Agent();
  const steps: Held[] = [];
  try {
    for (const streams of STREAM_COUNTS) {
      steps.push({ streams, event_loop_p99_ms: await measureStreams(dispatcher, url, streams) });
      console.error(steps.at(-1));
      if ((steps.at(-1)?.event_loop_p99_ms ?? 0) > MAX_EVENT_LOOP_MS) break;
    }
  } catch (error) {
    // A refused stream is one too many for the process.
    console.error(error);
  } finally {
    await dispatcher.destroy();
  }
  const held = steps.findLast((step) => step.event_loop_p99_ms <= MAX_EVENT_LOOP_MS)?.streams ?? 0;
  return { held, steps };
}

async function measureStreams(dispatcher: Agent, url: string, count: number): Promise<number> {
  const streams = Array.from({ length: count }, () => readStream(dispatcher, url));
  const ended = Promise.all(streams.map((stream) => stream.ended));
  await Promise.race([Promise.all(streams.map(({ begun }) => begun)), ended]);
  await eventLoopP99(url); // resets the figure: starting the streams does not count
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const eventLoopMs = await eventLoopP99(url);
  await ended;
  return eventLoopMs;
}

function readStream(
  dispatcher: Agent,
  url: string,
): { begun: Promise<void>; ended: Promise<void> } {
  const begun = Promise.withResolvers<void>();
  const read = async (): Promise<void> => {
    const { body } = await request(`${url}/?stream=true`, {
      dispatcher,
      method: 'POST',
      headers: { 'x-model-id': 'bench/stream' },
      body: JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] }),
    });
    let text = '';
    for await (const chunk of body) {
      text = (text + String(chunk)).slice(-200);
      if (text.includes('"content"')) begun.resolve();
    }
    if (!text.endsWith('data: [DONE]\n\n')) throw new Error(`a stream ended with ${text}`);
  };
  return { begun: begun.promise, ended: read() };
}

export async function eventLoopP99(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  const line = /^nodejs_eventloop_delay_p99_seconds (\S+)$/m.exec(await body.text())?.[1];
  return Math.round(Number(line) * 10_000) / 10;
}
