import type { Metadata } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toJsonSchema } from '../structured-output/strategies.ts';
import { collectLabelKinds } from './label-kinds.ts';
import { labelSchema } from './annotator.ts';

const BATCH: readonly Metadata[] = [
  { intent: 'offer', urgent: true, amount: 3, tags: ['a', 'b'], mixed: 1, note: null },
  { intent: 'close', urgent: false, tags: [], mixed: 'one', nested: { a: 1 } },
  { intent: 'offer', 'reply to': 'me', case_id: 'x', field_1: 'y', ['__proto__']: 'p' },
];

describe('labelSchema', () => {
  it('labels are those of the batch and "other"; keys with values of several types are left out', () => {
    assert.deepEqual(Object.fromEntries(collectLabelKinds(BATCH.slice(0, 2))), {
      intent: { type: 'label', values: ['offer', 'close', 'other'] },
      urgent: { type: 'boolean' },
      amount: { type: 'number' },
      tags: { type: 'labels', values: ['a', 'b', 'other'] },
    });
    assert.deepEqual(collectLabelKinds([{ intent: 'other' }]).get('intent'), {
      type: 'label',
      values: ['other'],
    });
  });

  it('labels that are all different become free text', () => {
    const ids = Array.from({ length: 200 }, (_, at) => ({ id: `id ${at}` }));
    assert.deepEqual(collectLabelKinds(ids).get('id'), { type: 'text' });
  });

  it('labels are returned under their own keys, even if the keys are reserved or unusual', () => {
    const schema = labelSchema(collectLabelKinds(BATCH));
    const fields = Object.keys(schema.fields);
    assert.equal(fields.join(' '), 'intent urgent amount tags field_5 field_6 field_7 __proto__');
    const said =
      '{"intent":"close","urgent":false,"amount":2.5,"tags":["b","b"],"field_5":"me","field_6":"x","field_7":"other","__proto__":"p"}';
    const output = schema.parseLine(said, '');
    assert.ok(output.state === 'parsed');
    assert.deepEqual(Object.entries(output.value), [
      ['intent', 'close'],
      ['urgent', false],
      ['amount', 2.5],
      ['tags', ['b']],
      ['reply to', 'me'],
      ['case_id', 'x'],
      ['field_1', 'other'],
      ['__proto__', 'p'],
    ]);
    assert.match(
      JSON.stringify(toJsonSchema(schema)),
      /^\{"type":"object","properties":\{"case_id"/,
    );
  });

  it('labels that are unknown, missing or of another type are rejected', () => {
    const schema = labelSchema(collectLabelKinds(BATCH.slice(0, 2)));
    const good = { intent: 'offer', urgent: true, amount: 3, tags: ['a'] };
    assert.equal(schema.parse(good).state, 'parsed');
    for (const bad of [
      { ...good, intent: 'Offer!' },
      { ...good, intent: null },
      { ...good, urgent: 'true' },
      { ...good, amount: '3' },
      { ...good, tags: 'a' },
      { ...good, tags: ['c'] },
      { intent: 'offer', urgent: true, amount: 3 },
    ]) {
      assert.equal(schema.parse(bad).state, 'unreadable', JSON.stringify(bad));
    }
  });
});
