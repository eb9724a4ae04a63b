import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { postEvaluate } from '../../support/calls/evaluate.ts';
import {
  assertCounted,
  ask,
  refusal,
  startRun,
  untilOver,
  viewRun,
  walkRuns,
  type ApiTarget,
} from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';

const OPENAPI = new URL('../../../docs/openapi/evals.json', import.meta.url);
const KEYS = [
  'key-of-a-1;project=a',
  'key-of-a-2;project=a',
  'key-to-read-a;project=a;scope=read',
  'key-of-b;project=b',
  'key-without-project',
].join(',');

describe('a project', () => {
  let evals: Service;
  let endpoint: Stub;
  const as = (key: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer ${key}` },
  });

  before(async () => {
    evals = await startService('evals', { FAIRTRIAL_API_KEYS: KEYS });
    endpoint = await startStub((_, response) => response.end('fine'));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  async function finished(key: string, headers = {}): Promise<string> {
    const { run_id } = await startRun(as(key), { endpoint: `${endpoint.url}/v1` }, headers);
    await untilOver(as(key), run_id);
    return run_id;
  }

  /** Lists every route of the OpenAPI document about one run, and the scope it requires. */
  async function listRunRoutes(
    runId: string,
  ): Promise<readonly (readonly [string, string, string])[]> {
    const { paths } = JSON.parse(await readFile(OPENAPI, 'utf8')) as {
      paths: Record<string, Record<string, { security: readonly { apiKey: readonly string[] }[] }>>;
    };
    return Object.entries(paths)
      .filter(([path]) => path.includes('{run_id}'))
      .flatMap(([path, methods]) => {
        const real = path.replace('{run_id}', runId).replaceAll(/\{\w+\}/g, '0');
        return Object.entries(methods).map(([method, { security }]) => {
          const scope = security[0]?.apiKey[0] ?? '';
          return [method.toUpperCase(), real, scope] as const;
        });
      });
  }

  it('cannot see a run of another project on any route', async () => {
    const runId = await finished('key-of-a-1');
    const routes = await listRunRoutes(runId);
    assert.ok(routes.length >= 7);
    for (const key of ['key-of-b', 'key-without-project']) {
      for (const [method, path] of routes) {
        const told = await refusal(as(key), path, method);
        assert.deepEqual(told, [404, 'run_not_found'], `${method} ${path}`);
      }
    }
    for (const [method, path] of routes) {
      const told = await refusal({ url: evals.url }, path, method);
      assert.deepEqual(told, [401, 'unauthorized'], `${method} ${path}`);
    }
    // None of the requests had an effect.
    assert.equal((await viewRun(as('key-of-a-2'), runId)).state, 'completed');
    await assertCounted(as('key-of-a-2'), runId);
  });

  it('lists only its own runs, for each of its keys', async () => {
    const ofB = await finished('key-of-b');
    const ofDefault = await finished('key-without-project');
    const idsFor = async (key: string): Promise<readonly string[]> =>
      (await walkRuns(as(key))).map(({ run_id }) => run_id);
    assert.deepEqual(await idsFor('key-of-b'), [ofB]);
    assert.deepEqual(await idsFor('key-without-project'), [ofDefault]);
    assert.deepEqual(await idsFor('key-of-a-1'), await idsFor('key-of-a-2'));
    const [run] = await walkRuns(as('key-of-b'));
    assert.equal(run?.project, 'b');
    assert.deepEqual(await walkRuns(as('key-of-b'), '?q=first&limit=1'), [run]);
  });

  it('has its own Idempotency-Keys', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const ofA = await finished('key-of-a-1', headers);
    const ofB = await finished('key-of-b', headers);
    assert.notEqual(ofA, ofB);
    assert.equal(await finished('key-of-a-2', headers), ofA);
  });

  it('requires a key with the scope run to change anything', async () => {
    const api = as('key-to-read-a');
    const routes = await listRunRoutes('01a1dcd3-b938-70ec-9762-1d939ad9c69d');
    for (const [method, path, scope] of routes) {
      const expected = scope === 'read' ? [404, 'run_not_found'] : [403, 'forbidden'];
      assert.deepEqual(await refusal(api, path, method), expected, `${method} ${path}`);
    }
    assert.equal((await postEvaluate(evals, {}, api.headers)).status, 403);
    assert.equal((await ask(api, '/runs')).status, 200);
  });
});
