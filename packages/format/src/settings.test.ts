import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatSetting, listChangedSettings } from './settings.ts';

it('a setting is a string, JSON or "not set"', () => {
  assert.deepEqual(['v1', 0.5, { seed: 1 }, null].map(formatSetting), [
    'v1',
    '0.5',
    '{\n  "seed": 1\n}',
    'not set',
  ]);
});

it('only the differing fields of an object are listed', () => {
  const differences = [
    {
      field: 'parameters',
      baseline: { temperature: 0, seed: 1 },
      candidate: { temperature: 0.7, seed: 1, top_p: 0.9 },
    },
    { field: 'judge', baseline: null, candidate: { model: 'j' } },
    { field: 'scorers', baseline: ['reply'], candidate: null },
    { field: 'system_prompt', baseline: null, candidate: 'Be brief.' },
  ];
  assert.deepEqual(
    listChangedSettings(differences).map(({ field, baseline, candidate }) => [
      field,
      baseline,
      candidate,
    ]),
    [
      ['parameters.temperature', 0, 0.7],
      ['parameters.top_p', null, 0.9],
      ['judge.model', null, 'j'],
      ['scorers', ['reply'], null],
      ['system_prompt', null, 'Be brief.'],
    ],
  );
});
