import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventSourceMessage } from 'eventsource-parser';
import { readStream } from './read-stream.ts';

async function all(response: Response, silenceMs?: number): Promise<readonly EventSourceMessage[]> {
  const events: EventSourceMessage[] = [];
  for await (const event of readStream(response, silenceMs)) events.push(event);
  return events;
}

describe('readStream', () => {
  it('reads events from chunks cut anywhere, even inside a character', async () => {
    const bytes = new TextEncoder().encode(': still here\n\nid: 1\nevent: x\ndata: "ü👍"\n\n');
    const body = new ReadableStream({
      start(stream) {
        for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
        stream.close();
      },
    });
    assert.deepEqual(await all(new Response(body)), [{ id: '1', event: 'x', data: '"ü👍"' }]);
  });

  it('throws if the stream is silent or breaks', async () => {
    const silent = new Response(new ReadableStream({}));
    await assert.rejects(all(silent, 5), { code: 'unreachable', message: /silent for 0.005 s/ });
    const broken = new Response(
      new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }),
    );
    await assert.rejects(all(broken), { code: 'unreachable', message: /terminated/ });
  });
});
