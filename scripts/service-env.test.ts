import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkConfig } from './services/check-config.ts';
import { agentUrlEnv } from './services/service-env.ts';

test('services that are started together know each other’s address, unless another one is configured', () => {
  assert.deepEqual(agentUrlEnv({}), { AGENT_URL: 'http://127.0.0.1:8000' });
  assert.deepEqual(agentUrlEnv({ AGENT_URL: '', AGENT_PORT: '9000', AGENT_HOST: '0.0.0.0' }), {
    AGENT_URL: 'http://127.0.0.1:9000',
  });
  assert.deepEqual(agentUrlEnv({ AGENT_HOST: '::1' }), { AGENT_URL: 'http://[::1]:8000' });
  assert.deepEqual(agentUrlEnv({ AGENT_URL: 'https://agent.example' }), {});
  assert.deepEqual(agentUrlEnv({ AGENT_PORT: '0' }), {});
});

test('services that are started together tell all mistakes of both at once, each of them once', () => {
  const env = { AGENT_MAX_ROUNDS: 'x', MAX_ATTEMPTS: 'y', LOG_LEVEL: 'loud' };
  assert.throws(
    () => checkConfig(env),
    (error: { faults: { variable: string }[] }) => {
      const variables = error.faults.map(({ variable }) => variable);
      assert.deepEqual(variables.toSorted(), ['AGENT_MAX_ROUNDS', 'LOG_LEVEL', 'MAX_ATTEMPTS']);
      return true;
    },
  );
});
