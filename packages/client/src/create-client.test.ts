import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createClient } from './create-client.ts';

type Paths = Readonly<Record<string, object>>;

/** Returns `GET /runs/{run_id}` and so on for every route in the OpenAPI document of a service. */
function listRoutes(service: string): readonly string[] {
  const { paths } = JSON.parse(readFileSync(`docs/openapi/${service}.json`, 'utf8')) as {
    paths: Paths;
  };
  // The client calls the agent backend at `agentUrl`, not through the evaluation service. Traces are sent by OpenTelemetry.
  const own = Object.entries(paths).filter(
    ([path]) => !/^\/agent(?:\/|$)|^\/v1\/traces$/.test(path),
  );
  return own.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** Calls every function of an object and of its nested objects with arguments that fit all of them. */
async function callAll(api: object): Promise<void> {
  for (const value of Object.values(api) as unknown[]) {
    if (typeof value === 'object' && value !== null) await callAll(value);
    if (typeof value !== 'function') continue;
    const progress = { scenario: 0, attempt: 0, turn: 0, modelId: 'm', toString: () => '0' };
    const answer: unknown = (value as (...args: unknown[]) => unknown)('0', progress);
    if (answer instanceof Promise) await answer;
    else await (answer as AsyncGenerator).next();
  }
}

test('the client has exactly one function per route', async () => {
  const asked = new Set<string>();
  const { agent, ...evals } = createClient({
    baseUrl: 'http://evals.test',
    agentUrl: 'http://agent.test',
    async fetch(url, options) {
      const { host, pathname } = new URL(url instanceof Request ? url.url : url);
      const path = pathname.replaceAll(/\/0(?=\/|$)/g, '/*');
      asked.add(`${host.split('.')[0]}: ${options?.method} ${path}`);
      const isStream = pathname.endsWith('/events') || new Headers(options?.headers).has('accept');
      return isStream
        ? new Response('id: 1\nevent: run-finished\ndata: {}\n\n')
        : Response.json({ data: [] });
    },
  });
  await callAll({ agent, evals });
  const expected = ['evals', 'agent'].flatMap((service) =>
    [...listRoutes(service), 'GET /openapi.json'].map(
      (route) => `${service}: ${route.replaceAll(/\{\w+\}/g, '*')}`,
    ),
  );
  assert.deepEqual([...asked].toSorted(), expected.toSorted());
});
