import { AppError, type JudgeChoice, type ScorerName } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleInteraction, exampleScenario } from '../../testing/example-rows.ts';
import { listModelScorers, planGrading, type GradingRequest } from './plan-grading.ts';

const MODELS = { judges: ['a/judge', 'b/judge'], embeddings: 'embed' };
const NO_MODELS = { judges: [], embeddings: undefined };
const labelled = exampleScenario({
  interactions: [exampleInteraction({ reference_metadata: { intent: 'x' } })],
});

function gradingRequest(changes: Partial<GradingRequest> = {}): GradingRequest {
  const scenarios = [labelled];
  return {
    modelId: 'm',
    scorers: undefined,
    judge: undefined,
    scenarios,
    sinceRevision: 1,
    ...changes,
  };
}

describe('planGrading', () => {
  it('planGrading uses all configured models, and none if none is configured', () => {
    const grading = planGrading(gradingRequest(), MODELS);
    assert.deepEqual(grading, {
      sinceRevision: 1,
      judge: {
        models: MODELS.judges,
        tasks: ['reference'],
        samples: 1,
        temperature: 0,
        instructions: undefined,
      },
      annotator: 'a/judge',
      embeddings: 'embed',
    });
    assert.deepEqual(listModelScorers(grading), ['semantic_similarity', 'judge']);
    assert.equal(planGrading(gradingRequest(), NO_MODELS), undefined);
    assert.deepEqual(listModelScorers(undefined), []);
  });

  it('planGrading uses only the models whose scores are requested', () => {
    const asked = (...scorers: ScorerName[]): readonly string[] => {
      const { judge, annotator, embeddings } =
        planGrading(gradingRequest({ scorers }), MODELS) ?? {};
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

  it('planGrading uses no annotator without expected labels, and no judge or annotator if judge is false', () => {
    assert.equal(
      planGrading(gradingRequest({ scenarios: [exampleScenario()] }), MODELS)?.annotator,
      undefined,
    );
    const { judge, annotator } = planGrading(gradingRequest({ judge: false }), MODELS) ?? {};
    assert.deepEqual([judge, annotator], [undefined, undefined]);
  });

  it('planGrading sets a default temperature for several samples unless the request has one', () => {
    const temperature = (judge: JudgeChoice) =>
      planGrading(gradingRequest({ judge }), MODELS)?.judge?.temperature;
    assert.equal(temperature({ samples: 3 } as JudgeChoice), 0.7);
    assert.equal(temperature({ samples: 3, temperature: 0 } as JudgeChoice), 0);
  });

  it('planGrading rejects models that are not configured, and a model that judges its own replies', () => {
    const isRefused = (changes: Partial<GradingRequest>, models = MODELS): void =>
      assert.throws(
        () => planGrading(gradingRequest(changes), models),
        (error) => error instanceof AppError && error.code === 'invalid_request',
        JSON.stringify(changes),
      );
    for (const modelId of ['b/judge', 'B/JUDGE', 'judge', 'x/b/judge']) isRefused({ modelId });
    isRefused({ judge: false, scorers: ['judge'] });
    isRefused({ scorers: ['judge'] }, { ...MODELS, judges: [] });
    isRefused({ scorers: ['semantic_similarity'] }, { ...MODELS, embeddings: undefined as never });
    for (const modelId of ['judges', 'a-judge', 'c/judge']) {
      assert.ok(planGrading(gradingRequest({ modelId }), MODELS));
    }
  });
});
