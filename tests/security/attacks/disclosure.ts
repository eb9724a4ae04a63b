import { SERVICES } from '../runner/request.ts';
import type { Attack, AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { get, playRun } from '../runner/calls.ts';
import type { Environment } from '../runner/open-environment.ts';
import type { Answer } from '../runner/send.ts';

const QUERY_SECRET = 'Jx7Qw2Rv9Tz4Lp6M';
const PARAMETERS = [
  'key',
  'api-key',
  'api_key',
  'token',
  'access_token',
  'sig',
  'signature',
  'password',
  'code',
  'secret',
  'auth',
  'X-Amz-Signature',
];
const VIEWS = [
  '',
  '/request',
  '/interactions?limit=10',
  '/rows?limit=10',
  '/events',
  '/export?format=json',
  '/export?format=jsonl',
  '/export?format=csv',
  '/export?format=junit',
  '/export?format=md',
];

/** A secret in the query of an endpoint is sent there and shown nowhere. */
function attackQueries(): readonly ScriptedAttack[] {
  return PARAMETERS.map((parameter) => ({
    name: `the secret of an endpoint as ?${parameter}=`,
    async play(environment) {
      const endpoint = `${environment.endpointUrl}/?${parameter}=${QUERY_SECRET}`;
      const { runId } = await playRun(environment, { endpoint });
      const paths = [
        ...VIEWS.map((view) => `/runs/${runId}${view}`),
        '/runs?limit=5',
        `/compare?baseline=${runId}&candidate=${runId}`,
      ];
      for (const path of paths) {
        const { text } = await environment.send(get(path));
        if (text.includes(QUERY_SECRET))
          return `GET ${path.replaceAll(runId, '{run_id}')} shows it`;
      }
      return environment.service('evals').output().includes(QUERY_SECRET)
        ? 'the log shows it'
        : undefined;
    },
  }));
}

function wantHeader(
  name: string,
  holds: (value: string) => boolean,
): (answer: Answer) => string | undefined {
  return ({ headers }) => {
    const value = String(headers[name] ?? '');
    return holds(value)
      ? undefined
      : `${name} is ${value === '' ? 'absent' : JSON.stringify(value)}`;
  };
}

/** Answers with data of a project are not cached. */
function attackCaches({ runs }: Environment): readonly Attack[] {
  const at = `/runs/${runs.alpha}`;
  const paths = [
    '/runs',
    at,
    `${at}/interactions`,
    `${at}/rows`,
    `${at}/breakdown`,
    `${at}/figures`,
    `${at}/request`,
    `${at}/export?format=csv`,
    `${at}/turns/0/0/0`,
    `${at}/scenarios/0`,
    `/compare?baseline=${runs.alpha}&candidate=${runs.alpha}`,
    '/history?test_name=x',
    '/settings',
  ];
  return paths.map((path) => ({
    name: `GET ${path.replaceAll(runs.alpha, '{run_id}')} may not be stored`,
    request: get(path),
    expect: {
      status: [200, 404],
      check: wantHeader('cache-control', (value) => value.includes('no-store')),
    },
  }));
}

/** Operator data is shown neither to a project nor to a caller without a key. */
function attackOperator({ database }: Environment): readonly Attack[] {
  const { host, pathname } = new URL(database);
  const without = [host, pathname.slice(1), 'postgres'];
  return [
    {
      name: 'GET /settings with the key of a project',
      request: get('/settings', 'beta'),
      expect: { status: [200, 403], without },
    },
    {
      name: 'GET /readyz',
      request: { service: 'evals', method: 'GET', path: '/readyz' },
      expect: { status: [200], without },
    },
    {
      name: 'GET /readyz of the agent',
      request: { service: 'agent', method: 'GET', path: '/readyz' },
      expect: { status: [200], without },
    },
    {
      name: 'GET /livez',
      request: { service: 'evals', method: 'GET', path: '/livez' },
      expect: { status: [200], without },
    },
    {
      name: 'GET /metrics',
      request: get('/metrics'),
      expect: { status: [200], without: [...without, 'alpha-private', 'beta-private'] },
    },
  ];
}

/** Pages run only their own scripts, and cannot be framed. */
function attackPages(): readonly Attack[] {
  return SERVICES.flatMap((service) =>
    ['/', '/reference/', '/openapi.json', '/livez', '/nowhere', '/console/'].map((path) => ({
      name: `${service} ${path} has a policy without unsafe scripts`,
      request: { service, method: 'GET', path, key: 'alpha' as const },
      expect: {
        status: [200, 302, 404, 405],
        check: wantHeader('content-security-policy', (value) => {
          const scripts =
            /script-src[^;]*/.exec(value)?.[0] ?? /default-src[^;]*/.exec(value)?.[0] ?? '*';
          return (
            !/unsafe-inline|unsafe-eval|\*|https?:(?!\/)/.test(scripts) &&
            value.includes('frame-ancestors')
          );
        }),
      },
    })),
  );
}

function attackBanners(): readonly Attack[] {
  return SERVICES.flatMap((service) =>
    ['x-powered-by', 'server'].map((name) => ({
      name: `${service} does not say what it is made of (${name})`,
      request: { service, method: 'GET', path: '/livez' },
      expect: { status: [200], check: wantHeader(name, (value) => value === '') },
    })),
  );
}

/** The OpenAPI document is the same for all callers: it is sent from one copy. */
function attackDocuments(): readonly Attack[] {
  return SERVICES.map((service) => ({
    name: `${service} /openapi.json has a tag, so that it is not sent again and again`,
    request: { service, method: 'GET', path: '/openapi.json', key: 'alpha' },
    expect: { status: [200], check: wantHeader('etag', (value) => value !== '') },
  }));
}

export const attackClass: AttackClass = {
  title: 'disclosure',
  attacks: (environment) => [
    ...attackCaches(environment),
    ...attackOperator(environment),
    ...attackPages(),
    ...attackBanners(),
    ...attackDocuments(),
    ...attackQueries(),
  ],
};
