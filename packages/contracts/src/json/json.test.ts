import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from './json.ts';

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
