import type { Headline, RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { headlineOf } from './headline-of.ts';

const PASSED: Headline = {
  result: 'passed',
  status: 'pass',
  exit_code: 0,
  basis: 'checks',
  title: 'overall 0.900',
  why: 'No required check failed.',
  next: null,
};

it('headlineOf takes the headline from the result, or from the overview in the list', () => {
  const result = { headline: PASSED } as RunView['result'];
  const overview = { headline: PASSED } as RunView['overview'];
  assert.equal(headlineOf({ result, overview: null }), PASSED);
  assert.equal(headlineOf({ result: null, overview }), PASSED);
});

it('headlineOf throws if the service sends no headline', () => {
  assert.throws(() => headlineOf({ result: null, overview: null }), /sent no headline/);
});
