import { AppError } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIdempotencyKey } from './read-idempotency-key.ts';

const read = (key: string | undefined): string | undefined =>
  readIdempotencyKey({ headers: { 'idempotency-key': key } });

describe('readIdempotencyKey', () => {
  it('returns the key, or undefined without the header', () => {
    assert.equal(read(undefined), undefined);
    assert.equal(read('a key'), 'a key');
    assert.equal(read('k'.repeat(255)), 'k'.repeat(255));
  });

  it('throws bad_request if the key is empty, too long or not printable ASCII', () => {
    for (const key of ['', 'k'.repeat(256), 'a\tb', 'schl\u00FCssel']) {
      assert.throws(
        () => read(key),
        (error) => error instanceof AppError && error.code === 'bad_request',
        JSON.stringify(key),
      );
    }
  });
});
