import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packMeans, unpackMeans } from './attempt-means.ts';

const metric = fc.constantFrom('overall', 'token_f1', 'metadata.intent', '0');
const means = fc.dictionary(metric, fc.double({ min: 0, max: 1, noNaN: true }), {
  noNullPrototype: true,
});

describe('the means of attempts', () => {
  it('means of attempts survive packing and unpacking if attempts have different metrics', () => {
    fc.assert(
      fc.property(fc.array(means), (attempts) => {
        const stored = JSON.parse(JSON.stringify(packMeans(attempts))) as ReturnType<
          typeof packMeans
        >;
        assert.deepEqual(
          JSON.parse(JSON.stringify(unpackMeans(stored))),
          JSON.parse(JSON.stringify(attempts)),
        );
      }),
    );
  });

  it('packed means store each metric name once', () => {
    const attempts = Array.from({ length: 100 }, () => ({ 'metadata.sentiment': 0.25 }));
    assert.equal(JSON.stringify(packMeans(attempts)).split('metadata.sentiment').length, 2);
  });
});
