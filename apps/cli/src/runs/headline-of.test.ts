import type { Headline, RunView } from '@assay/contracts';
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

it('the headline of a run is that of its result, or of the list', () => {
  const result = { headline: PASSED } as RunView['result'];
  const overview = { headline: PASSED } as RunView['overview'];
  assert.equal(headlineOf({ result, overview: null }), PASSED);
  assert.equal(headlineOf({ result: null, overview }), PASSED);
});

it('a run without a headline is one of a service that is too old', () => {
  assert.throws(() => headlineOf({ result: null, overview: null }), /has no headline: upgrade/);
});
