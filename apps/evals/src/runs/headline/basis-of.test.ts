import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunPlan } from '../../entities/run.ts';
import { exampleInteraction, examplePlan, exampleScenario } from '../../testing/example-rows.ts';
import { basisOf, findMismatch } from './basis-of.ts';

const CHECKS = [{ max_words: 3 }];

function judgedBy(...models: readonly string[]): RunPlan {
  const judge = { models, tasks: ['reference'], samples: 1, temperature: 0 } as const;
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
  it('the basis is the judge if the run has one', () => {
    assert.equal(basisOf([judgedBy('a')], 'overall'), 'judge');
  });

  it('the basis is checks only if no reply is scored by similarity', () => {
    assert.equal(basisOf([planOf({ checks: CHECKS })], 'overall'), 'checks');
    assert.equal(basisOf([planOf({ checks: CHECKS }, {})], 'overall'), 'similarity');
    assert.equal(basisOf([planOf({ reference_reply: '' })], 'overall'), 'checks');
  });

  it('the basis of two runs is the weaker one', () => {
    assert.equal(basisOf([judgedBy('a'), planOf({})], 'overall'), 'similarity');
  });

  it('the basis depends on the metric', () => {
    assert.equal(basisOf([judgedBy('a')], 'token_f1'), 'similarity');
    assert.equal(basisOf([planOf({})], 'metadata.intent'), 'checks');
  });
});

describe('findMismatch', () => {
  it('findMismatch returns null for runs that were scored in the same way', () => {
    assert.equal(findMismatch([judgedBy('a'), judgedBy('a')], 'overall'), null);
    assert.equal(findMismatch([planOf({}), planOf({})], 'overall'), null);
  });

  it('findMismatch names the difference if only one run was judged, or by other models', () => {
    assert.match(
      findMismatch([planOf({}), judgedBy('a')], 'overall') ?? '',
      /by similarity, the candidate by a judge/,
    );
    assert.match(
      findMismatch([judgedBy('a'), judgedBy('a', 'b')], 'overall') ?? '',
      /judged by a, the candidate by a, b/,
    );
  });

  it('findMismatch ignores judges for a metric that does not depend on them', () => {
    assert.equal(findMismatch([planOf({}), judgedBy('a')], 'metadata.intent'), null);
  });
});
