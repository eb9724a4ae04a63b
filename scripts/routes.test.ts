import { AGENT_ROUTES, EVALUATION_ROUTES, type RouteName } from '@fairtrial/contracts';
import { createLogger, type Server } from '@fairtrial/server';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp as createAgent } from '../apps/agent/src/app.ts';
import { readConfig as readAgentConfig } from '../apps/agent/src/config.ts';
import { createApp as createEvals } from '../apps/evals/src/app.ts';
import { readConfig as readEvalsConfig } from '../apps/evals/src/config.ts';
import type { Engine } from '../apps/evals/src/open-engine.ts';

const QUIET = { LOG_LEVEL: 'silent' };

test('each service serves every route of its table', async () => {
  const agent = await createAgent(readAgentConfig(QUIET));
  const evals = await createEvals({
    config: readEvalsConfig(QUIET),
    logger: createLogger({ service: 'evals', level: 'silent', secrets: [] }),
    engine: {} as Engine, // no route is called
  });
  assert.deepEqual(await listMissing(agent, AGENT_ROUTES), []);
  assert.deepEqual(await listMissing(evals, EVALUATION_ROUTES), []);
});

async function listMissing(server: Server, routes: object): Promise<readonly string[]> {
  await server.ready();
  const names = Object.keys(routes) as RouteName[];
  const missing = names.filter((name) => {
    const [method = 'GET', path = ''] = name.split(' ');
    const urls = [path, path.replace(/:\w+$/, '*')];
    return !urls.some((url) => server.hasRoute({ method, url }));
  });
  await server.close();
  return missing;
}

test('the parameters of a path are those of its schema', () => {
  for (const [name, route] of Object.entries({ ...EVALUATION_ROUTES, ...AGENT_ROUTES })) {
    const named = [...name.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
    const described = 'params' in route ? Object.keys(route.params.shape) : [];
    assert.deepEqual(described.toSorted(), named.toSorted(), name);
  }
});
