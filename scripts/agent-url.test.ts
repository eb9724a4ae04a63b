import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentUrl } from './services/agent-url.ts';

test('services that are started together know each other, unless told otherwise', () => {
  assert.deepEqual(agentUrl({}), { AGENT_URL: 'http://127.0.0.1:8000' });
  assert.deepEqual(agentUrl({ AGENT_URL: '', AGENT_PORT: '9000', AGENT_HOST: '0.0.0.0' }), {
    AGENT_URL: 'http://127.0.0.1:9000',
  });
  assert.deepEqual(agentUrl({ AGENT_HOST: '::1' }), { AGENT_URL: 'http://[::1]:8000' });
  assert.deepEqual(agentUrl({ AGENT_URL: 'https://agent.example' }), {});
  assert.deepEqual(agentUrl({ AGENT_PORT: '0' }), {});
});
