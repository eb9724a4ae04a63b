import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunPlan } from '../../db/runs/run.ts';
import { exampleInteraction, examplePlan, exampleScenario } from '../../testing/example-rows.ts';
import { basisOf, findMismatch } from './basis-of.ts';

const CHECKS = [{ max_words: 3 }];

function judgedBy(...models: readonly string[]): RunPlan {
  const judge = { models, samples: 1, temperature: 0 } as const;
  return examplePlan({ modelScorers: ['judge'], grading: { sinceRevision: 1, judge } });
}

function planOf(...interactions: Parameters<typeof exampleInteraction>[0][]): RunPlan {
  const scenario = exampleScenario({ interactions: interactions.map(exampleInteraction) });
  return examplePlan({
    scenarios: [scenario],
    weights: { reply: 0.7, metadata: 0.3, checks: 1, similarity: 0 },
  });
}

describe('basisOf', () => {
  it('is the judge where one is asked', () => {
    assert.equal(basisOf([judgedBy('a')], 'overall'), 'judge');
  });

  it('is checks only where no reply is scored by its wording', () => {
    assert.equal(basisOf([planOf({ checks: CHECKS })], 'overall'), 'checks');
    assert.equal(basisOf([planOf({ checks: CHECKS }, {})], 'overall'), 'similarity');
    assert.equal(basisOf([planOf({ reference_reply: '' })], 'overall'), 'checks');
  });

  it('is the weaker of two runs', () => {
    assert.equal(basisOf([judgedBy('a'), planOf({})], 'overall'), 'similarity');
  });

  it('follows the metric', () => {
    assert.equal(basisOf([judgedBy('a')], 'token_f1'), 'similarity');
    assert.equal(basisOf([planOf({})], 'metadata.intent'), 'checks');
  });
});

describe('findMismatch', () => {
  it('is null for runs that were scored alike', () => {
    assert.equal(findMismatch([judgedBy('a'), judgedBy('a')], 'overall'), null);
    assert.equal(findMismatch([planOf({}), planOf({})], 'overall'), null);
  });

  it('names the difference where one run was judged, or by other models', () => {
    assert.match(
      findMismatch([planOf({}), judgedBy('a')], 'overall') ?? '',
      /by similarity, the candidate by a judge/,
    );
    assert.match(
      findMismatch([judgedBy('a'), judgedBy('a', 'b')], 'overall') ?? '',
      /judged by a, the candidate by a, b/,
    );
  });

  it('does not matter to a metric that no judge makes', () => {
    assert.equal(findMismatch([planOf({}), judgedBy('a')], 'metadata.intent'), null);
  });
});
