import { AppError, type JudgeChoice, type ScorerName } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../db/example-rows.ts';
import { askedBy, planMarking, type MarkingWish } from './plan-marking.ts';

const MODELS = { judges: ['a/judge', 'b/judge'], embeddings: 'embed' };
const NOBODY = { judges: [], embeddings: undefined };
const labelled = exampleScenario({
  interactions: [exampleInteraction({ reference_metadata: { intent: 'x' } })],
});

function wish(changes: Partial<MarkingWish> = {}): MarkingWish {
  const scenarios = [labelled];
  return { modelId: 'm', scorers: undefined, judge: undefined, scenarios, since: 1, ...changes };
}

describe('planMarking', () => {
  it('asks everybody who is configured, and nobody where nobody is', () => {
    const marking = planMarking(wish(), MODELS);
    assert.deepEqual(marking, {
      since: 1,
      judge: { models: MODELS.judges, samples: 1, temperature: 0, rubric: undefined },
      annotator: 'a/judge',
      embeddings: 'embed',
    });
    assert.deepEqual(askedBy(marking), ['semantic_similarity', 'judge']);
    assert.equal(planMarking(wish(), NOBODY), undefined);
    assert.deepEqual(askedBy(undefined), []);
  });

  it('asks only for scores that are wanted', () => {
    const asked = (...scorers: ScorerName[]): readonly string[] => {
      const { judge, annotator, embeddings } = planMarking(wish({ scorers }), MODELS) ?? {};
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
      planMarking(wish({ scenarios: [exampleScenario()] }), MODELS)?.annotator,
      undefined,
    );
    const { judge, annotator } = planMarking(wish({ judge: false }), MODELS) ?? {};
    assert.deepEqual([judge, annotator], [undefined, undefined]);
  });

  it('takes samples with a temperature, unless another is said', () => {
    const temperature = (judge: JudgeChoice) =>
      planMarking(wish({ judge }), MODELS)?.judge?.temperature;
    assert.equal(temperature({ samples: 3 } as JudgeChoice), 0.7);
    assert.equal(temperature({ samples: 3, temperature: 0 } as JudgeChoice), 0);
  });

  it('refuses what cannot be had, and a judge of its own replies', () => {
    const isRefused = (changes: Partial<MarkingWish>, models = MODELS): void =>
      assert.throws(
        () => planMarking(wish(changes), models),
        (error) => error instanceof AppError && error.code === 'invalid_request',
        JSON.stringify(changes),
      );
    for (const modelId of ['b/judge', 'B/JUDGE', 'judge', 'x/b/judge']) isRefused({ modelId });
    isRefused({ judge: false, scorers: ['judge'] });
    isRefused({ scorers: ['judge'] }, { ...MODELS, judges: [] });
    isRefused({ scorers: ['semantic_similarity'] }, { ...MODELS, embeddings: undefined as never });
    for (const modelId of ['judges', 'a-judge', 'c/judge']) {
      assert.ok(planMarking(wish({ modelId }), MODELS));
    }
  });
});
