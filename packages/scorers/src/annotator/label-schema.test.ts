import type { Metadata } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaOf } from '../structured-output/output-schema.ts';
import { collectLabels } from './collect-labels.ts';
import { labelSchema } from './label-schema.ts';

const BATCH: readonly Metadata[] = [
  { intent: 'offer', urgent: true, amount: 3, tags: ['a', 'b'], mixed: 1, note: null },
  { intent: 'close', urgent: false, tags: [], mixed: 'one', nested: { a: 1 } },
  { intent: 'offer', 'reply to': 'me', case_id: 'x', field_1: 'y', ['__proto__']: 'p' },
];

describe('labels', () => {
  it('are those seen in the batch and "other"; what has no one type is not asked for', () => {
    assert.deepEqual(Object.fromEntries(collectLabels(BATCH.slice(0, 2))), {
      intent: { type: 'label', values: ['offer', 'close', 'other'] },
      urgent: { type: 'boolean' },
      amount: { type: 'number' },
      tags: { type: 'labels', values: ['a', 'b', 'other'] },
    });
    assert.deepEqual(collectLabels([{ intent: 'other' }]).get('intent'), {
      type: 'label',
      values: ['other'],
    });
  });

  it('that are all different are free text', () => {
    const ids = Array.from({ length: 200 }, (_, at) => ({ id: `id ${at}` }));
    assert.deepEqual(collectLabels(ids).get('id'), { type: 'text' });
  });

  it('come back under their own keys, however odd those are', () => {
    const form = labelSchema(collectLabels(BATCH));
    const fields = Object.keys(form.fields);
    assert.equal(fields.join(' '), 'intent urgent amount tags field_5 field_6 field_7 __proto__');
    const said =
      '{"intent":"close","urgent":false,"amount":2.5,"tags":["b","b"],"field_5":"me","field_6":"x","field_7":"other","__proto__":"p"}';
    const reading = form.readLine(said, '');
    assert.ok(reading.state === 'read');
    assert.deepEqual(Object.entries(reading.value), [
      ['intent', 'close'],
      ['urgent', false],
      ['amount', 2.5],
      ['tags', ['b']],
      ['reply to', 'me'],
      ['case_id', 'x'],
      ['field_1', 'other'],
      ['__proto__', 'p'],
    ]);
    assert.match(JSON.stringify(schemaOf(form)), /^\{"type":"object","properties":\{"case_id"/);
  });

  it('outside the list, of another type or left out are not read', () => {
    const form = labelSchema(collectLabels(BATCH.slice(0, 2)));
    const good = { intent: 'offer', urgent: true, amount: 3, tags: ['a'] };
    assert.equal(form.read(good).state, 'read');
    for (const bad of [
      { ...good, intent: 'Offer!' },
      { ...good, intent: null },
      { ...good, urgent: 'true' },
      { ...good, amount: '3' },
      { ...good, tags: 'a' },
      { ...good, tags: ['c'] },
      { intent: 'offer', urgent: true, amount: 3 },
    ]) {
      assert.equal(form.read(bad).state, 'unreadable', JSON.stringify(bad));
    }
  });
});
