import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readModelId } from './chat.ts';

const read = (header: string): string | undefined =>
  readModelId({ headers: { 'x-model-id': header } });

describe('readModelId', () => {
  it('reads whatever was sent as UTF-8 for what it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (model) => {
        assert.equal(read(Buffer.from(model).toString('latin1')), model);
      }),
    );
  });

  it('leaves alone what is not UTF-8', () => {
    assert.equal(read('\u00fcber/x'), 'über/x');
  });

  it('has nothing where there is none', () => {
    assert.equal(readModelId({ headers: {} }), undefined);
  });
});
