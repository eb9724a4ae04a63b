import fc from 'fast-check';
import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { EgressError } from './egress-error.ts';
import { guardEvents } from './guard-events.ts';

const limits = { maxEvents: 3, maxLineBytes: 10, silenceMs: 60_000 };

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

function streamOf(...texts: readonly string[]): Parameters<typeof guardEvents>[0] {
  return { chunks: chunks(...texts), discard: () => undefined };
}

function isFault(kind: string): (error: unknown) => boolean {
  return (error) => error instanceof EgressError && error.kind === kind;
}

describe('guardEvents', () => {
  it('guardEvents passes bytes within the limits through unchanged', async () => {
    const generous = { ...limits, maxEvents: 1000, maxLineBytes: 1000 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), async (texts) => {
        assert.equal(await readText(guardEvents(streamOf(...texts), generous)), texts.join(''));
      }),
    );
  });

  it('a stream with too many events is ended, with LF and CRLF line endings', async () => {
    for (const event of ['data: x\n\n', 'data: x\r\n\r\n']) {
      const stream = guardEvents(streamOf(...Array.from({ length: 4 }, () => event)), limits);
      await assert.rejects(readText(stream), isFault('bad_response'));
      const fine = guardEvents(streamOf(event, event, event), limits);
      assert.equal(await readText(fine), event.repeat(3));
    }
  });

  it('a stream with an overlong line is ended, also across chunks', async () => {
    const stream = guardEvents(streamOf('data: ', '12345', '67890'), limits);
    await assert.rejects(readText(stream), isFault('bad_response'));
  });

  it('a stream that falls silent times out and is discarded', async () => {
    let discarded = false;
    async function* silent(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('data: x\n\n');
      await new Promise(() => undefined);
    }
    const discard = (): void => {
      discarded = true;
    };
    const stream = guardEvents({ chunks: silent(), discard }, { ...limits, silenceMs: 10 });
    await assert.rejects(readText(stream), isFault('timeout'));
    assert.ok(discarded);
  });
});
