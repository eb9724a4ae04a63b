import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readModelId } from './chat.ts';

const read = (header: string): string | undefined =>
  readModelId({ headers: { 'x-model-id': header } });

describe('readModelId', () => {
  it('decodes any UTF-8 x-model-id header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (model) => {
        assert.equal(read(Buffer.from(model).toString('latin1')), model);
      }),
    );
  });

  it('returns an x-model-id header unchanged if it is not UTF-8', () => {
    assert.equal(read('\u00fcber/x'), 'über/x');
  });

  it('returns undefined without an x-model-id header', () => {
    assert.equal(readModelId({ headers: {} }), undefined);
  });
});
