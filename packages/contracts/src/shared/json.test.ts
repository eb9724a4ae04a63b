import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooDeep, parseJson } from './json.ts';

describe('isTooDeep', () => {
  it('counts lists and objects, not brackets inside strings', () => {
    assert.ok(!isTooDeep('['.repeat(64) + ']'.repeat(64)));
    assert.ok(isTooDeep('['.repeat(65) + ']'.repeat(65)));
    assert.ok(isTooDeep('{"a":'.repeat(65) + '1' + '}'.repeat(65)));
    assert.ok(!isTooDeep(JSON.stringify(`${'['.repeat(100)}"\\`)));
    assert.ok(!isTooDeep(JSON.stringify(Array.from({ length: 100 }, () => [[]]))));
  });

  it('accepts every value of moderate depth', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), (json) => !isTooDeep(json)));
  });
});

describe('parseJson', () => {
  it('parses every JSON value, including null', () => {
    assert.deepEqual(parseJson('{"a":[1,null]}'), { a: [1, null] });
    assert.equal(parseJson('null'), null);
  });

  it('returns undefined for a text that is not JSON', () => {
    for (const text of ['', '{', 'undefined', '{"a":1}]']) {
      assert.equal(parseJson(text), undefined);
    }
  });
});
