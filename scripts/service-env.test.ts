import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentUrlEnv } from './services/service-env.ts';

test('services that are started together know each other, unless told otherwise', () => {
  assert.deepEqual(agentUrlEnv({}), { AGENT_URL: 'http://127.0.0.1:8000' });
  assert.deepEqual(agentUrlEnv({ AGENT_URL: '', AGENT_PORT: '9000', AGENT_HOST: '0.0.0.0' }), {
    AGENT_URL: 'http://127.0.0.1:9000',
  });
  assert.deepEqual(agentUrlEnv({ AGENT_HOST: '::1' }), { AGENT_URL: 'http://[::1]:8000' });
  assert.deepEqual(agentUrlEnv({ AGENT_URL: 'https://agent.example' }), {});
  assert.deepEqual(agentUrlEnv({ AGENT_PORT: '0' }), {});
});
