import { RescoreRequest } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examplePlan } from '../../testing/example-rows.ts';
import type { PlannedGrading, RunPlan } from '../../entities/run.ts';
import { planRescore } from './plan-rescore.ts';

const MODELS = { judges: ['new/judge'], embeddings: 'embed' };
const JUDGED: PlannedGrading = {
  sinceRevision: 1,
  judge: {
    models: ['old/judge'],
    tasks: ['reference'],
    samples: 3,
    temperature: 0.5,
    instructions: 'R',
  },
};

function rescore(grading: PlannedGrading | undefined, request: object, modelId = 'm'): RunPlan {
  const plan = examplePlan({ grading, modelId, passThreshold: 0.6 });
  const today = { revision: 2, models: MODELS, prices: {} };
  return planRescore(plan, RescoreRequest.parse(request), today);
}

describe('planRescore', () => {
  it('planRescore changes only the fields of the request', () => {
    const weights = { reply: 1, metadata: 0 };
    const planned = rescore(undefined, { weights, pass_threshold: 0.9 });
    const before = examplePlan({ passThreshold: 0.6 });
    const expected = { ...before, judge: undefined, weights, passThreshold: 0.9 };
    assert.deepEqual(planned, expected);
  });

  it('planRescore keeps the judges of the run and their judgements even if others are configured now', () => {
    const { grading, modelScorers } = rescore(JUDGED, {}, 'old/judge');
    assert.deepEqual(grading?.judge, { ...JUDGED.judge, tasks: ['reference'] });
    assert.deepEqual([grading?.sinceRevision, modelScorers], [1, ['judge']]);
  });

  it('planRescore uses the configured judges for every turn if the request has judge', () => {
    const { grading } = rescore(JUDGED, { judge: {} });
    assert.deepEqual([grading?.judge?.models, grading?.sinceRevision], [['new/judge'], 2]);
    assert.throws(() => rescore(JUDGED, { judge: {} }, 'new/judge'), /would judge its own replies/);
  });

  it('planRescore adds no model that the run did not use unless the request asks for it', () => {
    assert.equal(rescore(undefined, {}).grading, undefined);
    assert.equal(rescore(JUDGED, { judge: false }).grading, undefined);
    assert.equal(
      rescore(JUDGED, { scorers: ['token_f1', 'overall'] }).grading?.embeddings,
      undefined,
    );
    const named = rescore(undefined, { scorers: ['semantic_similarity', 'overall'] });
    assert.deepEqual(named.modelScorers, ['semantic_similarity']);
  });

  it('planRescore keeps the prices of the run and uses current prices for other models', () => {
    const [old, now] = [
      { input: 1, output: 2 },
      { input: 9, output: 9 },
    ];
    const plan = examplePlan({ modelId: 'm', prices: { m: old } });
    const prices = { m: now, 'new/judge': now, 'other/judge': now };
    const request = RescoreRequest.parse({ judge: {} });
    const planned = planRescore(plan, request, { revision: 2, models: MODELS, prices });
    assert.deepEqual(planned.prices, { m: old, 'new/judge': now });
  });

  it('planRescore drops the judge if no requested score needs it, and rejects a pass threshold without its score', () => {
    assert.equal(rescore(JUDGED, { scorers: ['overall', 'chrf'] }).grading?.judge?.samples, 3);
    assert.throws(() => rescore(JUDGED, { scorers: ['chrf'] }), /not among the scorers/);
  });
});
