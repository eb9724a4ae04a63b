import { Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { startService } from '../support/services/start-service.ts';

interface Operation {
  readonly security?: readonly { readonly apiKey: readonly string[] }[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  /** `undefined` if the route is open. */
  readonly scope: string | undefined;
}

const OpenaiError = z.object({ error: z.object({ message: z.string(), type: z.string() }) });

const SCOPES = ['chat', 'run', 'read', 'metrics', 'edit', 'ingest'];

const KEYS = [
  'all-scopes',
  'withdrawn;revoked',
  'outdated;expires=2020-01-01',
  ...SCOPES.map((scope) => `only-${scope};scope=${scope}`),
].join(',');

async function fetchRoutes(url: string): Promise<Route[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{[^}]+\}/g, 'x'),
      scope: security?.[0]?.apiKey[0],
    })),
  );
}

/** The expected answer to each kind of caller; `undefined` means anything except a refusal of the key. */
function expectations(
  scope: string,
): readonly (readonly [Record<string, string>, number | undefined])[] {
  const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
  const others = SCOPES.filter((other) => other !== scope);
  return [
    [{}, 401],
    [{ authorization: 'Bearer' }, 401],
    [{ authorization: 'Bearer two words' }, 401],
    [{ authorization: 'Basic YWxsLXNjb3Blczo=' }, 401],
    [{ authorization: 'all-scopes' }, 401],
    [{ 'x-api-key': '' }, 401],
    [bearer('unknown'), 401],
    [bearer('withdrawn'), 401],
    [bearer('outdated'), 401],
    ...others.map((other) => [bearer(`only-${other}`), 403] as const),
    [bearer(`only-${scope}`), undefined],
    [bearer('all-scopes'), undefined],
    [{ 'x-api-key': 'all-scopes' }, undefined],
  ];
}

async function checkRoute(url: string, { method, path, scope }: Route): Promise<void> {
  if (scope === undefined) {
    const response = await fetch(url + path, { method });
    await response.text();
    assert.ok(response.ok, `${method} ${path} is open`);
    return;
  }
  for (const [headers, expected] of expectations(scope)) {
    const response = await fetch(url + path, { method, headers });
    const body = await response.text();
    const what = `${method} ${path} with ${JSON.stringify(headers)}: ${response.status}`;
    if (expected === undefined) assert.ok(![401, 403].includes(response.status), what);
    else {
      assert.equal(response.status, expected, what);
      if (path.startsWith('/v1/') && path !== '/v1/traces')
        assert.ok(OpenaiError.parse(JSON.parse(body)), what);
      else assert.equal(Problem.parse(JSON.parse(body)).status, expected);
      if (expected === 401) assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    }
  }
}

describe('every route in the OpenAPI document', () => {
  for (const [name, least] of [
    ['agent', 5],
    ['evals', 5],
  ] as const) {
    it(`requires a valid key with the right scope, in ${name}`, async () => {
      await using service = await startService(name, { FAIRTRIAL_API_KEYS: KEYS });
      const routes = await fetchRoutes(service.url);
      assert.ok(routes.length >= least, `${routes.length} routes`);
      for (const route of routes) await checkRoute(service.url, route);
      assert.deepEqual(
        routes.filter(({ scope }) => scope === undefined).map(({ path }) => path),
        ['/livez', '/readyz', '/openapi.json'],
      );
    });
  }
});
