import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findFreeId, makeId } from './make-id.ts';

test('makeId keeps letters and digits without marks', () => {
  assert.equal(makeId('Lost card (Zürich), 2nd try'), 'lost-card-zurich-2nd-try');
  assert.equal(makeId('カード'), 'scenario');
});

test('makeId returns an id of 1 to 60 characters for every name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      assert.match(makeId(name), /^(?!-)[a-z0-9-]{1,60}(?<!-)$/);
    }),
  );
});

test('findFreeId adds the first free number', async () => {
  const taken = new Set(['lost-card', 'lost-card-2']);
  assert.equal(await findFreeId('lost-card', async (id) => taken.has(id)), 'lost-card-3');
  assert.equal(await findFreeId('refund', async (id) => taken.has(id)), 'refund');
});
