import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearMiss } from './find-unknown-variables.ts';

const KNOWN = ['attempts', 'reference_reply', 'seed', 'tags'];

describe('the near miss of a known name', () => {
  it('is a name with a character that is missing, too many, wrong or swapped', () => {
    for (const name of ['attemps', 'attemptss', 'attenpts', 'attmepts']) {
      assert.equal(nearMiss(name, KNOWN), 'attempts', name);
    }
    assert.equal(nearMiss('refrence_repley', KNOWN), 'reference_reply');
  });

  it('is the nearest of several', () => {
    assert.equal(nearMiss('HUB_API_KEYS', ['HUB_API_URL', 'HUB_API_KEY']), 'HUB_API_KEY');
  });

  it('is none for a name of its own', () => {
    for (const name of ['need_id', 'sed_tag', 'customer', 'x', 'y'.repeat(1000)]) {
      assert.equal(nearMiss(name, KNOWN), undefined, name);
    }
  });
});
