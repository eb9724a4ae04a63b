import { chrf, nearestReference, readText } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAIR_FILES, readPairs } from './labelled-pairs.ts';

describe('nearestReference', () => {
  it('finds for every labelled reply the same reference as a pairwise comparison', () => {
    const pairs = PAIR_FILES.flatMap(readPairs);
    const expectations = pairs.map(({ reference }, at) => ({
      reference_reply: reference,
      reference_metadata: { at: String(at) },
    }));
    const references = pairs.map(({ reference }) => readText(reference));
    for (const { reply } of pairs) {
      const said = readText(reply);
      const similarities = references.map((reference) => chrf(said, reference));
      const nearest = similarities.indexOf(Math.max(...similarities));
      const found = nearestReference(said, expectations);
      if (Object.keys(found ?? {}).length === 0) assert.ok((similarities[nearest] ?? 1) <= 0.15);
      else assert.deepEqual(found, { at: String(nearest) }, reply);
    }
  });
});
