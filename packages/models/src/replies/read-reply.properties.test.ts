import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valueAtPointer } from './json-path.ts';
import { readReply, type ParsedReply } from './read-reply.ts';

function readValue(value: unknown): ParsedReply {
  return readReply({ body: JSON.stringify(value), contentType: 'application/json' });
}

describe('readReply properties', () => {
  const FIELDS = ['status', 'code', 'message', 'result', 'data', 'payload', 'x/~'];
  const words = fc.constantFrom('ok', 'success', 'Done.', 'failed', '200', 'Hello there', '');
  const { body: bodies } = fc.letrec<{ body: unknown }>((tie) => ({
    body: fc.oneof(
      { maxDepth: 4 },
      words,
      fc.constantFrom(null, 0, true),
      fc.array(tie('body'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...FIELDS), tie('body'), { maxKeys: 4 }),
    ),
  }));

  it('readReply never throws for any body, content type and pointer', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        fc.oneof(fc.string(), fc.constantFrom('text/event-stream', 'application/x-ndjson')),
        fc.option(
          fc.string().map((key) => `/${key}`),
          { nil: undefined },
        ),
        (body, contentType, pointer) => {
          assert.ok(
            ['text', 'unreadable'].includes(readReply({ body, contentType, pointer }).state),
          );
        },
      ),
    );
  });

  it('a proposed location always holds a text', () => {
    fc.assert(
      fc.property(fc.oneof(bodies, fc.jsonValue()), (body) => {
        const reading = readValue(body);
        if (reading.state === 'text' || typeof reading.proposedReply !== 'string') return;
        assert.equal(typeof valueAtPointer(body, reading.proposedReply), 'string');
      }),
      { numRuns: 500 },
    );
  });

  it('a status word is never read as the reply', () => {
    const envelope = fc.record({
      status: fc.constantFrom('ok', 'success', 200, 0),
      message: words,
      data: bodies,
    });
    fc.assert(
      fc.property(envelope, (body) => {
        const reading = readValue(body);
        if (reading.state === 'text') assert.match(reading.text, /^(Hello there)?$/);
      }),
      { numRuns: 500 },
    );
  });
});
