import { RunHead, TestCallResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, postJson, startRun, untilOver } from '../support/calls/run-api.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService } from '../support/services/start-service.ts';
import { startStub } from '../support/stubs/start-stub.ts';

/** The routes that answer as a model: a run may use them as its endpoint. */
const MODEL_ROUTES = new Set(['POST /', 'POST /v1/chat/completions', 'POST /v1/responses']);

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function listRoutes(url: string): Promise<readonly (readonly [string, string])[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => [method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, 'x')] as const,
    ),
  );
}

describe('a request with the header of a turn', () => {
  for (const name of ['agent', 'evals'] as const) {
    it(`is refused by every route of ${name} that does not answer as a model`, async () => {
      await using service = await startService(name);
      const routes = await listRoutes(service.url);
      assert.ok(routes.length >= 5);
      for (const [method, path] of routes) {
        const response = await fetch(service.url + path, {
          method,
          headers: { 'x-fairtrial-conversation': 'a-run/0/0' },
        });
        const said = await response.text();
        const isRefused = response.status === 400 && said.includes('a turn of a run');
        const route = `${method} ${path}`;
        assert.equal(isRefused, !(name === 'agent' && MODEL_ROUTES.has(route)), route);
      }
    });
  }
});

describe('an evaluation service that holds a key of the same service as its endpoint key', () => {
  it('does not use that key for a caller of another project, neither in a run nor in a test call', async () => {
    const keys = { FAIRTRIAL_API_KEYS: 'key-of-project-a;project=a,key-of-project-b;project=b' };
    await using database = await freshDatabase();
    const shared = { ...keys, DATABASE_URL: database.url, EGRESS_MODE: 'local' };
    await using silent = await startStub(() => undefined);
    await using api = await startService('evals', { ...shared, EVALS_ROLE: 'api' });
    await using evals = await startService('evals', {
      ...shared,
      ENDPOINTS: `${api.url};key=key-of-project-b`,
    });
    const as = (project: string) => ({
      url: evals.url,
      headers: { authorization: `Bearer key-of-project-${project}` },
    });
    const victim = await startRun(as('b'), { endpoint: silent.url });
    const target = { endpoint: `${api.url}/runs/${victim.run_id}/cancel`, protocol: 'prompt' };
    const { body: called } = await postJson(as('a'), '/test-call', { ...target, model_id: 'm' });
    assert.equal(TestCallResult.parse(called).error?.status, 400);
    const attack = await startRun(as('a'), target);
    await untilOver(as('a'), attack.run_id);
    const { body } = await ask(as('b'), `/runs/${victim.run_id}?interactions=false`);
    assert.equal(RunHead.parse(body).state, 'running');
    await ask(as('b'), `/runs/${victim.run_id}/cancel`, 'POST');
  });
});
