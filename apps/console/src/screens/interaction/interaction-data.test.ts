import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMeanAndSd, metadataMatches, scoreLabels, visibleTurns } from './interaction-data.ts';

test('metadataMatches marks fields as matching, different, missing or not expected', () => {
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

test('scoreLabels lists the main metrics first and omits single metadata fields', () => {
  const scores = { exact_match: 0, overall: 1, 'metadata.intent': 1, metadata: 1, rouge_l: 0 };
  assert.deepEqual(scoreLabels(scores), [
    ['overall', 'Overall'],
    ['metadata', 'Metadata'],
    ['exact_match', 'Exact match'],
    ['rouge_l', 'ROUGE-L'],
  ]);
});

test('formatMeanAndSd shows mean and standard deviation of the attempts', () => {
  assert.deepEqual(
    [formatMeanAndSd([0.5, 0.7]), formatMeanAndSd([0.5, null]), formatMeanAndSd([null])],
    ['0.60 ± 0.14', '0.50', '–'],
  );
});

test('visibleTurns shows the part of a long conversation around the turn', () => {
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
