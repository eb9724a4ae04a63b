import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EvaluationRequest } from './evaluation-request.ts';

const smallest = {
  test_batch: { interactions: [{ user_message: 'Hello' }] },
  endpoint: 'http://127.0.0.1:8000/',
  model_id: 'sim/v1',
};

describe('EvaluationRequest', () => {
  it('requires only a user message, an endpoint and a model', () => {
    assert.ok(EvaluationRequest.safeParse(smallest).success);
  });

  it('treats null in an optional field as absent', () => {
    const nulls = {
      ...smallest,
      attempts: null,
      test_name: null,
      protocol: null,
      parameters: null,
      test_batch: {
        id: null,
        description: null,
        interactions: [{ user_message: 'Hi', id: null, reference_metadata: null }],
      },
    };
    const parsed = EvaluationRequest.parse(nulls);
    assert.equal(parsed.attempts, undefined);
    assert.equal(parsed.parameters, undefined);
  });

  it('keeps unknown fields', () => {
    const parsed = EvaluationRequest.parse({
      ...smallest,
      team: 'blue',
      test_batch: { owner: 'x', interactions: [{ user_message: 'Hi', difficulty: 3 }] },
    });
    assert.equal(parsed['team'], 'blue');
    const [batch] = [parsed.test_batch].flat();
    assert.equal(batch?.['owner'], 'x');
    assert.equal(batch?.interactions[0]?.['difficulty'], 3);
  });

  it('refuses attempts that are not a positive integer', () => {
    for (const attempts of [0, -1, 1.5, '3', Number.NaN, [], true]) {
      assert.ok(!EvaluationRequest.safeParse({ ...smallest, attempts }).success, String(attempts));
    }
  });

  it('accepts any endpoint text, because an invalid one fails its requests instead', () => {
    for (const endpoint of ['not-a-url', 'ftp://x', 'http://user:pw@x/']) {
      assert.ok(EvaluationRequest.safeParse({ ...smallest, endpoint }).success);
    }
    for (const endpoint of ['', 7, null, undefined]) {
      assert.ok(!EvaluationRequest.safeParse({ ...smallest, endpoint }).success);
    }
  });
});
