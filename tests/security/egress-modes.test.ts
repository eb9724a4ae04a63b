import { TestCallResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postJson } from '../support/calls/run-api.ts';
import { startService } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';

const KEY = 'a-key-of-a-caller';

/** Returns the outcome of a test call to this endpoint with this configuration. */
async function callUnder(env: Readonly<Record<string, string>>, endpoint: string): Promise<string> {
  await using evals = await startService('evals', { FAIRTRIAL_API_KEYS: KEY, ...env });
  const api = { url: evals.url, headers: { authorization: `Bearer ${KEY}` } };
  const { body } = await postJson(api, '/test-call', { endpoint, model_id: 'm' });
  const { outcome, error } = TestCallResult.parse(body);
  return error?.kind ?? outcome;
}

describe('an evaluation service with API keys', () => {
  it('does not reach this machine for its callers, unless the operator allows it', async () => {
    await using stub = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
    assert.equal(await callUnder({ EGRESS_MODE: '' }, stub.url), 'blocked');
    assert.equal(await callUnder({ EGRESS_MODE: 'local' }, stub.url), 'answered');
  });

  for (const mode of ['', 'public', 'allowlist', 'local']) {
    it(`reaches the private addresses of ENDPOINTS and AGENT_URL with EGRESS_MODE=${mode}`, async () => {
      await using stub = await startStub((_, response) => sendJson(response, chatCompletion('Hi')));
      for (const name of ['ENDPOINTS', 'AGENT_URL']) {
        const env = { EGRESS_MODE: mode, [name]: `${stub.url}/v1` };
        assert.equal(await callUnder(env, stub.url), 'answered', name);
      }
    });
  }
});
