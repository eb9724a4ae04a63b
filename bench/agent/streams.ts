import { Agent, request } from 'undici';

const STEPS = [100, 200, 400, 600, 800, 1000, 1200];
const MAX_MS = 50;

interface Held {
  readonly streams: number;
  readonly event_loop_p99_ms: number;
}

/** How many streams of 20 words a second one process holds before its event loop is late by 50 ms. */
export async function holdStreams(url: string): Promise<object> {
  const dispatcher = new Agent();
  const steps: Held[] = [];
  for (const streams of STEPS) {
    const underWay = Array.from({ length: streams }, () => readStream(dispatcher, url));
    await Promise.all(underWay.map(({ begun }) => begun));
    await eventLoopP99(url); // what it took to begin does not count
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const event_loop_p99_ms = await eventLoopP99(url);
    await Promise.all(underWay.map(({ ended }) => ended));
    steps.push({ streams, event_loop_p99_ms });
    console.error(steps.at(-1));
    if (event_loop_p99_ms > MAX_MS) break;
  }
  await dispatcher.close();
  const held = steps.findLast((step) => step.event_loop_p99_ms <= MAX_MS)?.streams ?? 0;
  return { held, steps };
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

async function eventLoopP99(url: string): Promise<number> {
  const { body } = await request(`${url}/metrics`);
  const line = /^nodejs_eventloop_delay_p99_seconds (\S+)$/m.exec(await body.text())?.[1];
  return Math.round(Number(line) * 10_000) / 10;
}
