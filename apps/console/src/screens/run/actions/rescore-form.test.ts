import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFormFault, toRescoreRequest, type RescoreForm } from './rescore-form.ts';

const EMPTY: RescoreForm = {
  passThreshold: '',
  reply: '',
  metadata: '',
  checks: '',
  judge: 'as before',
  scorers: [],
};

const WEIGHTS = { reply: 0.7, metadata: 0.3, checks: 1, similarity: 0 };

test('rescore request contains only the fields of the form, and keeps weights that are left empty', () => {
  assert.deepEqual(toRescoreRequest(EMPTY, WEIGHTS), {});
  assert.deepEqual(toRescoreRequest({ ...EMPTY, passThreshold: '0.6', judge: 'off' }, WEIGHTS), {
    pass_threshold: 0.6,
    judge: false,
  });
  const form: RescoreForm = { ...EMPTY, metadata: '2', judge: 'ask again', scorers: ['chrf'] };
  assert.deepEqual(toRescoreRequest(form, WEIGHTS), {
    weights: { ...WEIGHTS, metadata: 2 },
    judge: {},
    scorers: ['chrf'],
  });
});

test('findFormFault reports invalid input of the rescore form', () => {
  assert.equal(findFormFault(EMPTY), undefined);
  assert.match(findFormFault({ ...EMPTY, passThreshold: '1.2' }) ?? '', /from 0 to 1/);
  assert.match(findFormFault({ ...EMPTY, passThreshold: 'x' }) ?? '', /from 0 to 1/);
  assert.match(findFormFault({ ...EMPTY, reply: '-1' }) ?? '', /0 or more/);
});
