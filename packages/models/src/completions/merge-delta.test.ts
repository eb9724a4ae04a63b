import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeDelta, type Fields } from './merge-delta.ts';

function join(...deltas: readonly Fields[]): Fields {
  const joined: Fields = {};
  for (const delta of deltas) mergeDelta(joined, delta);
  return joined;
}

describe('mergeDelta', () => {
  it('mergeDelta appends text and does not append repeated identifiers', () => {
    const joined = join({ role: 'a', text: 'ha' }, { role: 'a', text: 'ha' }, { text: null });
    assert.deepEqual(joined, { role: 'a', text: 'haha' });
  });

  it('mergeDelta merges list items by index in any order and appends items without an index', () => {
    const details = [{ index: 1, text: 'c' }, { index: 0, text: 'a', format: 'f' }, 'x'];
    const more = [{ index: 0, text: 'b', format: 'f' }, { note: 1 }, { note: 1 }];
    assert.deepEqual(join({ details }, { details: more })['details'], [
      { index: 1, text: 'c' },
      { index: 0, text: 'ab', format: 'f' },
      'x',
      { note: 1 },
      { note: 1 },
    ]);
  });

  it('mergeDelta merges nested objects and keeps the last number or boolean', () => {
    const first = { audio: { id: 'a', data: 'AA', expires_at: 1 } };
    const joined = join(first, { audio: { id: 'a', data: 'BB', expires_at: 2, done: true } });
    assert.deepEqual(joined, { audio: { id: 'a', data: 'AABB', expires_at: 2, done: true } });
  });

  it('mergeDelta changes neither its chunks nor a prototype', () => {
    const chunk = { list: [{ index: 0, text: 'a' }] };
    const hostile = JSON.parse('{"__proto__": {"isAdmin": true}}') as Fields;
    const joined = join(chunk, { list: [{ index: 0, text: 'b' }] }, hostile);
    assert.deepEqual(chunk, { list: [{ index: 0, text: 'a' }] });
    assert.equal(joined['isAdmin'], undefined);
  });

  it('mergeDelta rejects a list with more than 1000 indexed items', () => {
    const list = Array.from({ length: 1001 }, (_, index) => ({ index }));
    assert.throws(() => join({ list }), /more than 1000 items/);
  });
});
