import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valueAtPointer } from '../messages/json-path.ts';
import { proposeSession, isSessionId } from './read-session.ts';
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
        const pointer = reading.proposedReply;
        const found = valueAtPointer(body, pointer);
        assert.ok(typeof found === 'string' || Array.isArray(found));
        const again = readReply({
          body: JSON.stringify(body),
          contentType: 'application/json',
          pointer,
        });
        assert.equal(again.state, 'text', pointer);
      }),
      { numRuns: 500 },
    );
  });

  it('a proposed location of a session id always holds an id', () => {
    const keys = fc.constantFrom('id', 'session', 'chat_id', 'threadId', 'data', 'x/~');
    const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('c-1', '', 'two words', 7, 2 ** 60, null, true, 'a\nb'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(values, (body) => {
        const proposal = proposeSession(body);
        if (proposal !== null) assert.ok(isSessionId(valueAtPointer(body, proposal)), proposal);
      }),
      { numRuns: 1000 },
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
