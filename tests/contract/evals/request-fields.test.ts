import { Problem } from '@assay/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate } from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const SECRET = 'sk-proj-0123456789abcdefghij';

describe('fields of a request that are not known', () => {
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

  it('are refused if they look like secrets, with the way to set a key, and the value is in no answer and no log', async () => {
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
      assert.match(detail, /ENDPOINT_URL and ENDPOINT_API_KEY/);
    }
    assert.ok(!evals.output().includes(SECRET));
  });
});
