import { RescoreRequest } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examplePlan } from '../../testing/example-rows.ts';
import type { PlannedGrading, RunPlan } from '../../db/runs/run.ts';
import { planRescore } from './plan-rescore.ts';

const MODELS = { judges: ['new/judge'], embeddings: 'embed' };
const JUDGED: PlannedGrading = {
  since: 1,
  judge: { models: ['old/judge'], samples: 3, temperature: 0.5, instructions: 'R' },
};

function anew(grading: PlannedGrading | undefined, request: object, modelId = 'm'): RunPlan {
  const plan = examplePlan({ grading, modelId, passThreshold: 0.6 });
  const today = { revision: 2, models: MODELS, prices: {} };
  return planRescore(plan, RescoreRequest.parse(request), today);
}

describe('planRescore', () => {
  it('changes what is said, and nothing else', () => {
    const weights = { reply: 1, metadata: 0 };
    const planned = anew(undefined, { weights, pass_threshold: 0.9 });
    const before = examplePlan({ passThreshold: 0.6 });
    const expected = { ...before, judge: undefined, weights, passThreshold: 0.9 };
    assert.deepEqual(planned, expected);
  });

  it('goes on with the judges it had, whoever is configured by now, and with what they said', () => {
    const { grading, asked } = anew(JUDGED, {}, 'old/judge');
    assert.deepEqual(grading?.judge, JUDGED.judge);
    assert.deepEqual([grading?.since, asked], [1, ['judge']]);
  });

  it('asks the judges of today, from the beginning, where the request speaks of them', () => {
    const { grading } = anew(JUDGED, { judge: {} });
    assert.deepEqual([grading?.judge?.models, grading?.since], [['new/judge'], 2]);
    assert.throws(() => anew(JUDGED, { judge: {} }, 'new/judge'), /would judge its own replies/);
  });

  it('asks nobody who was not asked before, unless it is told to', () => {
    assert.equal(anew(undefined, {}).grading, undefined);
    assert.equal(anew(JUDGED, { judge: false }).grading, undefined);
    assert.equal(anew(JUDGED, { scorers: ['token_f1', 'overall'] }).grading?.embeddings, undefined);
    const named = anew(undefined, { scorers: ['semantic_similarity', 'overall'] });
    assert.deepEqual(named.asked, ['semantic_similarity']);
  });

  it('keeps the prices of then, and takes those of today for models that had none', () => {
    const [old, now] = [
      { input: 1, output: 2 },
      { input: 9, output: 9 },
    ];
    const plan = examplePlan({ modelId: 'm', prices: { m: old } });
    const prices = { m: now, 'new/judge': now, 'somebody/else': now };
    const request = RescoreRequest.parse({ judge: {} });
    const planned = planRescore(plan, request, { revision: 2, models: MODELS, prices });
    assert.deepEqual(planned.prices, { m: old, 'new/judge': now });
  });

  it('leaves out the judge where nothing that is wanted needs it; a pass mark needs its score', () => {
    assert.equal(anew(JUDGED, { scorers: ['overall', 'chrf'] }).grading?.judge?.samples, 3);
    assert.throws(() => anew(JUDGED, { scorers: ['chrf'] }), /not among the scorers/);
  });
});
