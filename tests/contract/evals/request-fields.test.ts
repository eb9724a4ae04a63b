import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate, firstInteraction } from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const SECRET = 'sk-proj-0123456789abcdefghij';

describe('unknown fields of a request', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals', { LOG_LEVEL: 'debug' });
    endpoint = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  async function refused(path: string, body: unknown): Promise<Problem> {
    const response = await fetch(evals.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.equal(response.status, 422, text);
    assert.ok(!text.includes(SECRET), 'the value is not repeated');
    return Problem.parse(JSON.parse(text));
  }

  it('are refused if they look like secrets, with advice how to set a key, and the value is in no answer and no log', async () => {
    const { run_id } = await evaluate(evals, { endpoint: endpoint.url });
    const call = { endpoint: endpoint.url, model_id: 'm' };
    for (const [path, body, pointer] of [
      ['/evaluate', createRequest({ api_key: SECRET }), '/api_key'],
      ['/evaluate', createRequest({ parameters: { apiKey: SECRET } }), '/parameters/apiKey'],
      ['/evaluate', createRequest({ target: { token: SECRET } }), '/target/token'],
      ['/test-call', { ...call, headers: { Authorization: `Bearer ${SECRET}` } }, '/headers'],
      [`/runs/${run_id}/rescore`, { weights: { reply: 1 }, password: SECRET }, '/password'],
    ] as const) {
      const { errors, detail } = await refused(path, body);
      assert.deepEqual(
        errors?.map((error) => error.pointer),
        [pointer],
      );
      assert.match(detail, /ENDPOINTS/);
    }
    assert.ok(!evals.output().includes(SECRET));
  });

  it('are kept and echoed, with a warning in the result and in the report if they resemble a known one', async () => {
    const interaction = { user_message: 'a', refrence_reply: 'b', level: 3 };
    const answer = await evaluate(evals, {
      endpoint: endpoint.url,
      attemps: 3,
      test_batch: { interactions: [interaction] },
    });
    assert.equal(answer['attemps'], 3);
    assert.equal(firstInteraction(answer)['refrence_reply'], 'b');
    const where = 'test_batch.interactions[0].refrence_reply';
    assert.deepEqual(answer.warnings, [
      `${where} is not a known field; did you mean reference_reply?`,
      'attemps is not a known field; did you mean attempts?',
    ]);
    const report = await fetch(`${evals.url}/runs/${answer.run_id}/export?format=md`);
    const text = await report.text();
    for (const warning of answer.warnings) assert.ok(text.includes(warning), text);
  });

  it('are refused with strict: true if they resemble a known one, and strict is not echoed', async () => {
    const { errors } = await refused('/evaluate', createRequest({ strict: true, attemps: 3 }));
    assert.deepEqual(errors, [
      { pointer: '/attemps', detail: 'is not a known field; did you mean attempts?' },
    ]);
    const strict = await evaluate(evals, { endpoint: endpoint.url, strict: true, team: 'blue' });
    assert.equal(strict['team'], 'blue');
    assert.ok(!('strict' in strict));
  });
});
