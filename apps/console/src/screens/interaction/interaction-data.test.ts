import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMeanAndSd, metadataMatches, scoreLabels, visibleTurns } from './interaction-data.ts';

test('annotations are as expected, different, missing or not asked for', () => {
  const matches = metadataMatches({
    reference_metadata: { intent: 'a', mood: 'b', size: 3 },
    generated_metadata: { intent: 'a', mood: 'c', more: ['x'] },
    scores: { 'metadata.intent': 1, 'metadata.mood': 0, 'metadata.size': null },
  });
  assert.deepEqual(
    matches.map(({ field, given, match }) => [field, given, match]),
    [
      ['intent', 'a', 'same'],
      ['mood', 'c', 'differs'],
      ['size', '–', 'missing'],
      ['more', '["x"]', 'extra'],
    ],
  );
});

test('scores begin with what counts, and single annotations are left to their table', () => {
  const scores = { exact_match: 0, overall: 1, 'metadata.intent': 1, metadata: 1, rouge_l: 0 };
  assert.deepEqual(scoreLabels(scores), [
    ['overall', 'Overall'],
    ['metadata', 'Metadata'],
    ['exact_match', 'Exact match'],
    ['rouge_l', 'ROUGE-L'],
  ]);
});

test('attempts have a mean and how far apart they are', () => {
  assert.deepEqual(
    [formatMeanAndSd([0.5, 0.7]), formatMeanAndSd([0.5, null]), formatMeanAndSd([null])],
    ['0.60 ± 0.14', '0.50', '–'],
  );
});

test('of a long conversation the part around the turn is shown', () => {
  assert.deepEqual(
    [visibleTurns(4, 2), visibleTurns(1000, 0), visibleTurns(1000, 500), visibleTurns(1000, 999)],
    [
      [0, 4],
      [0, 40],
      [480, 520],
      [960, 1000],
    ],
  );
});
