import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prefersEvents } from './prefers-events.ts';

const STREAM = [
  'text/event-stream',
  'Text/Event-Stream; charset=utf-8',
  'text/event-stream, */*',
  '*/*, text/event-stream',
  'text/event-stream, application/json',
  'application/json;q=0.5, text/event-stream',
  'application/json;q=0, text/event-stream;q=0.1',
  'application/*;q=0.1, text/event-stream ; q=0.2',
  'text/event-stream;q=nonsense',
  'a/b;x="1,2", text/event-stream',
];
const WHOLE = [
  undefined,
  '',
  '*/*',
  'text/*',
  'application/json',
  'text/event-stream;q=0',
  'text/event-stream; Q=0.000',
  'application/json, text/event-stream',
  'application/json;q=0.5, text/event-stream;q=0.5',
  'text/event-stream;q=0.5, application/json',
  'text/event-stream;q=0.5, */*',
  'text/event-streams',
  'application/json;profile="a,text/event-stream"',
];

describe('prefersEvents', () => {
  it('asks for a stream where it is named, with no less weight than JSON and before it', () => {
    for (const accept of STREAM) assert.equal(prefersEvents(accept), true, accept);
  });

  it('asks for the whole answer everywhere else', () => {
    for (const accept of WHOLE) assert.equal(prefersEvents(accept), false, accept);
  });

  it('reads any text, and a long one at once', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof prefersEvents(text) === 'boolean'));
    const started = performance.now();
    for (const piece of ['"\\', '\\"', ';q=', ', ', '"']) prefersEvents(piece.repeat(100_000));
    assert.ok(performance.now() - started < 2000);
  });
});
