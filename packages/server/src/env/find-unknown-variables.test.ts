import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearMiss } from './find-unknown-variables.ts';

const KNOWN = ['attempts', 'reference_reply', 'seed', 'tags'];

describe('nearMiss', () => {
  it('finds a known name with one missing, extra, wrong or swapped character', () => {
    for (const name of ['attemps', 'attemptss', 'attenpts', 'attmepts']) {
      assert.equal(nearMiss(name, KNOWN), 'attempts', name);
    }
    assert.equal(nearMiss('refrence_repley', KNOWN), 'reference_reply');
  });

  it('returns the nearest of several candidates', () => {
    assert.equal(nearMiss('HUB_API_KEYS', ['HUB_API_URL', 'HUB_API_KEY']), 'HUB_API_KEY');
  });

  it('returns nothing for an unrelated name', () => {
    for (const name of ['need_id', 'sed_tag', 'customer', 'x', 'y'.repeat(1000)]) {
      assert.equal(nearMiss(name, KNOWN), undefined, name);
    }
  });
});
