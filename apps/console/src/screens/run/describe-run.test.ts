import type { EvaluationResponse, Stats } from '@fairtrial/contracts';
import { formatUserReport } from '@fairtrial/format';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeUsers, metadataFields } from './describe-run.ts';

const REPORT: NonNullable<EvaluationResponse['simulated_user']> = {
  model: 'sim/user',
  conversations: 10,
  faults: { conversations: 10, spoiled: 0, rate: 0, ci95: [0, 0.278], by_kind: {} },
  replayed: 0,
  excluded: { user_fault: 0, user_failed: 0 },
  unaudited: 0,
  turns: 4,
  turns_to_goal: null,
  cost_per_conversation: null,
  calls: 40,
  usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
};

function statsOf(ci95: [number, number] | null): EvaluationResponse['stats'] {
  const goal: EvaluationResponse['stats'][string] = {
    mean: 0.8,
    sd: null,
    se: null,
    ci95,
    min: 0,
    max: 1,
    n: 10,
  } as never;
  return { goal_reached: goal };
}

test('the simulated user of a run is described by how often it reached its goal, with the interval if there is one', () => {
  const sentences = formatUserReport(REPORT);
  const describe = (stats: EvaluationResponse['stats']): readonly string[] =>
    describeUsers({ simulated_user: REPORT, stats });
  assert.deepEqual(describe({}), sentences);
  assert.deepEqual(describe(statsOf(null)), [
    'Goal reached in 80% of the conversations that count.',
    ...sentences,
  ]);
  assert.equal(
    describe(statsOf([0.5, 0.9]))[0],
    'Goal reached in 80% [50.0%, 90.0%] of the conversations that count.',
  );
  assert.deepEqual(describeUsers({ stats: statsOf(null) }), []);
});

test('metadataFields lists the metrics of single metadata fields by field name', () => {
  const stats = { overall: { mean: 1 }, metadata: { mean: 0.9 }, 'metadata.intent': { mean: 0.8 } };
  assert.deepEqual(metadataFields(stats as unknown as Stats), [{ field: 'intent', mean: 0.8 }]);
});
