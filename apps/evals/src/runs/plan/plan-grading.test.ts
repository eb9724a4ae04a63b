import { AppError, type JudgeChoice, type ScorerName } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import { askedBy, planGrading, type GradingWish } from './plan-grading.ts';

const MODELS = { judges: ['a/judge', 'b/judge'], embeddings: 'embed' };
const NOBODY = { judges: [], embeddings: undefined };
const labelled = exampleScenario({
  interactions: [exampleInteraction({ reference_metadata: { intent: 'x' } })],
});

function wish(changes: Partial<GradingWish> = {}): GradingWish {
  const scenarios = [labelled];
  return { modelId: 'm', scorers: undefined, judge: undefined, scenarios, since: 1, ...changes };
}

describe('planGrading', () => {
  it('asks everybody who is configured, and nobody where nobody is', () => {
    const grading = planGrading(wish(), MODELS);
    assert.deepEqual(grading, {
      since: 1,
      judge: { models: MODELS.judges, samples: 1, temperature: 0, instructions: undefined },
      annotator: 'a/judge',
      embeddings: 'embed',
    });
    assert.deepEqual(askedBy(grading), ['semantic_similarity', 'judge']);
    assert.equal(planGrading(wish(), NOBODY), undefined);
    assert.deepEqual(askedBy(undefined), []);
  });

  it('asks only for scores that are wanted', () => {
    const asked = (...scorers: ScorerName[]): readonly string[] => {
      const { judge, annotator, embeddings } = planGrading(wish({ scorers }), MODELS) ?? {};
      return Object.entries({ judge, annotator, embeddings }).flatMap(([name, one]) =>
        one === undefined ? [] : [name],
      );
    };
    assert.deepEqual(asked('token_f1', 'answered'), []);
    assert.deepEqual(asked('reply'), ['judge']);
    assert.deepEqual(asked('judge'), ['judge']);
    assert.deepEqual(asked('metadata'), ['annotator']);
    assert.deepEqual(asked('overall'), ['judge', 'annotator']);
    assert.deepEqual(asked('semantic_similarity'), ['embeddings']);
  });

  it('has nobody label replies where no labels are expected, and no model read them where none is to', () => {
    assert.equal(
      planGrading(wish({ scenarios: [exampleScenario()] }), MODELS)?.annotator,
      undefined,
    );
    const { judge, annotator } = planGrading(wish({ judge: false }), MODELS) ?? {};
    assert.deepEqual([judge, annotator], [undefined, undefined]);
  });

  it('takes samples with a temperature, unless another is said', () => {
    const temperature = (judge: JudgeChoice) =>
      planGrading(wish({ judge }), MODELS)?.judge?.temperature;
    assert.equal(temperature({ samples: 3 } as JudgeChoice), 0.7);
    assert.equal(temperature({ samples: 3, temperature: 0 } as JudgeChoice), 0);
  });

  it('refuses what cannot be had, and a judge of its own replies', () => {
    const isRefused = (changes: Partial<GradingWish>, models = MODELS): void =>
      assert.throws(
        () => planGrading(wish(changes), models),
        (error) => error instanceof AppError && error.code === 'invalid_request',
        JSON.stringify(changes),
      );
    for (const modelId of ['b/judge', 'B/JUDGE', 'judge', 'x/b/judge']) isRefused({ modelId });
    isRefused({ judge: false, scorers: ['judge'] });
    isRefused({ scorers: ['judge'] }, { ...MODELS, judges: [] });
    isRefused({ scorers: ['semantic_similarity'] }, { ...MODELS, embeddings: undefined as never });
    for (const modelId of ['judges', 'a-judge', 'c/judge']) {
      assert.ok(planGrading(wish({ modelId }), MODELS));
    }
  });
});
