import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readScorerReply } from './read-scorer-reply.ts';

const IDS = ['a', 'b'];

function read(reply: unknown): readonly unknown[] {
  return [...readScorerReply(JSON.stringify(reply), IDS).values()].map((result) =>
    result.state === 'scored' ? result.score : result.failure.kind,
  );
}

describe('readScorerReply', () => {
  it('reads scores in any order, with reason and details', () => {
    const text = JSON.stringify({
      scores: [
        { id: 'b', score: null },
        { id: 'a', score: 0.5, reason: 'half', details: { words: [1] } },
      ],
    });
    assert.deepEqual(Object.fromEntries(readScorerReply(text, IDS)), {
      a: { state: 'scored', score: 0.5, reason: 'half', details: { words: [1] } },
      b: { state: 'scored', score: null, reason: null, details: null },
    });
  });

  it('fails only the turns whose entry is missing, repeated or invalid', () => {
    const good = { id: 'a', score: 1 };
    assert.deepEqual(read({ scores: [good] }), [1, 'bad_response']);
    assert.deepEqual(read({ scores: [good, { id: 'c', score: 1 }] }), [1, 'bad_response']);
    assert.deepEqual(read({ scores: [good, { id: 'b', score: 1 }, { id: 'b', score: 1 }] }), [
      1,
      'bad_response',
    ]);
    for (const score of [-0.01, 1.01, '1', true, [], undefined, 1e300]) {
      assert.deepEqual(read({ scores: [good, { id: 'b', score }] }), [1, 'bad_response']);
    }
    assert.deepEqual(read({ scores: [good, { id: 'b', score: 1, reason: {} }] }), [
      1,
      'bad_response',
    ]);
  });

  it('fails every turn if the reply has no list of scores', () => {
    const deep = `{"scores":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const infinite = '{"scores":[{"id":"a","score":NaN}]}';
    for (const text of ['', 'null', '[]', '{}', '{"scores":{}}', '{"scores":1}', deep, infinite]) {
      const results = [...readScorerReply(text, IDS).values()];
      assert.ok(results.every(({ state }) => state === 'scorer_failed') && results.length === 2);
    }
  });

  it('cuts long reasons, leaves out large details, and replaces characters that cannot be stored', () => {
    const scores = [
      { id: 'a', score: 1, reason: 'x'.repeat(10_000), details: 'y'.repeat(20_000) },
      { id: 'b', score: 1, reason: '\0', details: { '\uD800': '\0' } },
    ];
    const [a, b] = [...readScorerReply(JSON.stringify({ scores }), IDS).values()];
    assert.ok(a?.state === 'scored' && b?.state === 'scored');
    assert.deepEqual([a.reason?.length, a.details], [2000, null]);
    assert.deepEqual([b.reason, b.details], ['\uFFFD', { '\uFFFD': '\uFFFD' }]);
  });

  it('returns a result for each id and only valid scores, whatever the reply is', () => {
    const entry = fc.record(
      {
        id: fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.jsonValue()),
        score: fc.oneof(fc.double(), fc.double({ min: 0, max: 1 }), fc.jsonValue()),
        reason: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        details: fc.jsonValue({ stringUnit: 'binary' }),
      },
      { requiredKeys: [] },
    );
    const reply = fc.oneof(
      fc
        .record({ scores: fc.array(fc.oneof(entry, fc.jsonValue())) })
        .map((scored) => JSON.stringify(scored)),
      fc.json(),
      fc.string({ unit: 'binary' }),
    );
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', '__proto__', 'constructor'));
    fc.assert(
      fc.property(reply, ids, (text, asked) => {
        const results = readScorerReply(text, asked);
        assert.deepEqual([...results.keys()], asked);
        for (const result of results.values()) {
          if (result.state !== 'scored') continue;
          const { score } = result;
          assert.ok(score === null || (score >= 0 && score <= 1));
          assert.doesNotMatch(JSON.stringify(result), /\\u0000|\\ud[89a-f]/);
        }
      }),
    );
  });
});
