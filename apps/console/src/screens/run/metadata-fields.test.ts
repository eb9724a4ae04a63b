import type { Stats } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metadataFields } from './metadata-fields.ts';

test('metadataFields lists the metrics of single metadata fields by field name', () => {
  const stats = { overall: { mean: 1 }, metadata: { mean: 0.9 }, 'metadata.intent': { mean: 0.8 } };
  assert.deepEqual(metadataFields(stats as unknown as Stats), [{ field: 'intent', mean: 0.8 }]);
});
