import { Scope } from '@fairtrial/contracts';
import {
  NO_FAILURE,
  type Attack,
  type AttackClass,
  type ScriptedAttack,
} from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { fillPath, readRoutes, type Route } from '../runner/read-routes.ts';
import type { AttackRequest, KeyName } from '../runner/request.ts';
import { post } from '../runner/calls.ts';
import { keyOf, PRIVATE_TEXT } from '../runner/secrets.ts';
import { jsonOf } from '../runner/send.ts';

/** Headers that resemble a valid key but are not one. */
const FALSE_KEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no key': {},
  'an empty bearer': { authorization: 'Bearer' },
  'two words': { authorization: `Bearer ${keyOf('alpha')} more` },
  'a key and its attributes': { authorization: `Bearer ${keyOf('alpha')};name=alpha` },
  'basic authentication': { authorization: `Basic ${btoa(`${keyOf('alpha')}:`)}` },
  'a key without its scheme': { authorization: keyOf('alpha') },
  'an empty x-api-key': { 'x-api-key': '' },
  'two keys in one header': { 'x-api-key': `${keyOf('alpha')}, ${keyOf('beta')}` },
  'a key in another case': { 'x-api-key': keyOf('alpha').toUpperCase() },
  'a key without its last character': { 'x-api-key': keyOf('alpha').slice(0, -1) },
  'a key with one more character': { 'x-api-key': `${keyOf('alpha')}x` },
  'a key as a cookie': { cookie: `authorization=Bearer ${keyOf('alpha')}` },
  'the name of a key': { 'x-api-key': 'alpha' },
  'the header of a proxy': { 'x-forwarded-user': 'alpha', 'proxy-authorization': keyOf('alpha') },
};

const NOT_IN_FORCE: readonly KeyName[] = ['revoked', 'expired', 'unknown'];

function requestTo(route: Route, runId: string): AttackRequest {
  const { service, method } = route;
  return { service, method, path: fillPath(route.path, { run_id: runId }) };
}

function attackRoute(route: Route, { runs }: Environment): readonly Attack[] {
  const { scope } = route;
  if (scope === undefined) return [];
  const request = requestTo(route, runs.alpha);
  const what = `${route.service} ${route.method} ${route.path}`;
  const withHeaders = Object.entries(FALSE_KEYS).map(([name, headers]) => ({
    name: `${what} with ${name}`,
    request: { ...request, headers },
    expect: { status: [401] },
  }));
  const notInForce = NOT_IN_FORCE.map((key) => ({
    name: `${what} with a key that is ${key}`,
    request: { ...request, key },
    expect: { status: [401] },
  }));
  const wrongScope = Scope.options
    .filter((other) => other !== scope)
    .map((key) => ({
      name: `${what} with a key for ${key}`,
      request: { ...request, key },
      expect: { status: [403] },
    }));
  return [...withHeaders, ...notInForce, ...wrongScope];
}

/** A key in the query is ignored, whatever the parameter's name. */
function attackQuery(route: Route, { runs }: Environment): readonly Attack[] {
  if (route.scope === undefined) return [];
  return ['api_key', 'key', 'access_token'].map((parameter) => {
    const request = requestTo(route, runs.alpha);
    return {
      name: `${route.method} ${route.path} with a key as ${parameter}`,
      request: { ...request, path: `${request.path}?${parameter}=${keyOf('alpha')}` },
      expect: { status: [401] },
    };
  });
}

const BODIES: Readonly<Record<string, unknown>> = {
  '/runs/{run_id}/rescore': { pass_threshold: 0.5 },
  '/runs/{run_id}/gate': { gates: ['overall >= 0'] },
};

/** A run of another project is indistinguishable from one that does not exist, in every route that names a run. */
function attackForeignRun(route: Route, { runs }: Environment): readonly Attack[] {
  if (!route.path.includes('{run_id}')) return [];
  const body = BODIES[route.path];
  const spellings = [runs.alpha, runs.alpha.toUpperCase(), runs.alpha.replaceAll('-', '%2D')];
  return spellings.map((runId) => ({
    name: `${route.method} ${route.path} of another project`,
    request: {
      ...requestTo(route, runId),
      key: 'beta' as const,
      ...(body === undefined ? {} : { body }),
    },
    expect: { status: [404, 422] },
  }));
}

function get(path: string, status: readonly number[]): Attack {
  return {
    name: `GET ${path.split('?')[0]} with what belongs to another project`,
    request: { service: 'evals', method: 'GET', path, key: 'beta' },
    expect: { status },
  };
}

/** Ways to reach another project's run other than its own routes. */
function attackForeignNames({ runs, evaluation }: Environment): readonly Attack[] {
  const evaluate = (changes: object): Attack => ({
    name: `POST /evaluate with ${JSON.stringify(changes)}, which belongs to another project`,
    request: {
      service: 'evals',
      method: 'POST',
      path: '/evaluate',
      key: 'beta',
      body: evaluation(changes),
    },
    expect: { status: [404, 409, 422] },
  });
  return [
    get(`/compare?baseline=${runs.alpha}&candidate=${runs.beta}`, [404]),
    get(`/compare?baseline=${runs.beta}&candidate=${runs.alpha}`, [404]),
    get('/runs?tag=alpha', [200]),
    get('/runs?q=alpha', [200]),
    get('/runs?test_name=alpha', [200]),
    get('/history?test_name=alpha', NO_FAILURE),
    get(`/runs/${runs.beta}/rows?baseline=${runs.alpha}`, [404, 422]),
    evaluate({ baseline: runs.alpha }),
  ];
}

/** Other spellings of a route require a key, too. */
function attackSpellings(route: Route, { runs }: Environment): readonly Attack[] {
  if (route.scope === undefined) return [];
  const { path } = requestTo(route, runs.alpha);
  const spellings = [
    `${path}/`,
    `${path}?`,
    `${path}#x`,
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    path.toUpperCase(),
    `${path}%20`,
    `${path};a=b`,
    `${path}.json`,
    path.replaceAll('/', '%2f'),
  ];
  return spellings.map((spelling) => ({
    name: `${route.method} ${route.path} as ${spelling.replace(runs.alpha, '{run_id}')} without a key`,
    request: { service: route.service, method: route.method, path: spelling },
    // The console's pages are open and contain no data.
    expect: {
      status: [200, 400, 401, 404, 405],
      check: ({ status, headers }) =>
        status === 200 && !String(headers['content-type']).startsWith('text/html')
          ? 'it was answered'
          : undefined,
    },
  }));
}

/** Names equal to those of another project find nothing of it. */
const sameNames: ScriptedAttack = {
  name: "the newest run of a test of the other project's name, as the baseline",
  async play(environment) {
    const changes = { test_name: `alpha ${PRIVATE_TEXT.alpha}`, baseline: 'latest' };
    const { text } = await environment.send(
      post('/evaluate', environment.evaluation(changes), 'beta'),
    );
    return text.includes(environment.runs.alpha) ? 'it was compared with' : undefined;
  },
};

/** Two callers with the same Idempotency-Key get separate answers. */
const sameIdempotencyKey: ScriptedAttack = {
  name: 'the answer that the agent keeps for the Idempotency-Key of another project',
  async play(environment) {
    const ask = async (key: 'alpha' | 'beta'): Promise<string> => {
      const headers = { 'x-model-id': 'sim/v1', 'idempotency-key': 'the-same' };
      const body = { messages: [{ type: 'human', content: 'Hello' }] };
      const answer = await environment.send({
        service: 'agent',
        method: 'POST',
        path: '/',
        key,
        headers,
        body,
      });
      return (jsonOf(answer) as { id?: string } | undefined)?.id ?? String(answer.status);
    };
    const [first, again, other] = [await ask('alpha'), await ask('alpha'), await ask('beta')];
    if (first !== again) return 'the same caller got two answers';
    return first === other ? 'both got the same answer' : undefined;
  },
};

export const attackClass: AttackClass = {
  title: 'authorisation',
  attacks: (environment) => {
    const routes = [...readRoutes('agent'), ...readRoutes('evals')];
    return [
      ...routes.flatMap((route) => attackRoute(route, environment)),
      ...routes.flatMap((route) => attackQuery(route, environment)),
      ...routes.flatMap((route) => attackSpellings(route, environment)),
      ...routes.flatMap((route) => attackForeignRun(route, environment)),
      ...attackForeignNames(environment),
      sameNames,
      sameIdempotencyKey,
    ];
  },
};
