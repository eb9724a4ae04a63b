import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeDelta, type Fields } from './merge-delta.ts';

function join(...deltas: readonly Fields[]): Fields {
  const joined: Fields = {};
  for (const delta of deltas) mergeDelta(joined, delta);
  return joined;
}

describe('mergeDelta', () => {
  it('appends text, and takes a name that is repeated for what it is', () => {
    const joined = join({ role: 'a', text: 'ha' }, { role: 'a', text: 'ha' }, { text: null });
    assert.deepEqual(joined, { role: 'a', text: 'haha' });
  });

  it('merges items of a list by their index, in whatever order they come, and appends others', () => {
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

  it('merges objects at every depth; numbers and booleans are the last ones', () => {
    const first = { audio: { id: 'a', data: 'AA', expires_at: 1 } };
    const joined = join(first, { audio: { id: 'a', data: 'BB', expires_at: 2, done: true } });
    assert.deepEqual(joined, { audio: { id: 'a', data: 'AABB', expires_at: 2, done: true } });
  });

  it('changes no chunk and no prototype', () => {
    const chunk = { list: [{ index: 0, text: 'a' }] };
    const hostile = JSON.parse('{"__proto__": {"isAdmin": true}}') as Fields;
    const joined = join(chunk, { list: [{ index: 0, text: 'b' }] }, hostile);
    assert.deepEqual(chunk, { list: [{ index: 0, text: 'a' }] });
    assert.equal(joined['isAdmin'], undefined);
  });

  it('refuses a list whose items would have to be searched for too long', () => {
    const list = Array.from({ length: 1001 }, (_, index) => ({ index }));
    assert.throws(() => join({ list }), /more than 1000 items/);
  });
});
