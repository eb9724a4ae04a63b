import { NO_FAILURE, type Attack, type AttackClass } from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { fillPath, readRoutes, type Route } from '../runner/read-routes.ts';
import { jsonOf } from '../runner/send.ts';

/** Longer than any answer takes: a delayed answer shows that the statement was changed. */
const SLEEP = 'pg_sleep(20)';
const MAX_MS = 10_000;

const SQL: readonly string[] = [
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  "' or 1=1 --",
  "' or '1'='1",
  '1 or 1=1',
  `1; select ${SLEEP}`,
  `'; select ${SLEEP} --`,
  `' || (select ${SLEEP}) || '`,
  `1 and (select 1 from ${SLEEP}) is null`,
  `(select ${SLEEP})`,
  "'; drop table run; --",
  "' union select null, version(), current_user --",
  "') union all select * from run --",
  '$$',
  '$1',
  '$99',
  ':name',
  '/*',
  '--',
  '%',
  '_',
  '%_%',
  '\u0000',
  '\ud800',
  '\u2028',
  "E'\\x27'",
  "U&'\\0027'",
  '{}',
  '{"$ne": null}',
  '[]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e309',
  '9223372036854775808',
  '-9223372036854775809',
  '0x10',
  '2147483648',
  '1.5',
  '__proto__',
  'constructor',
  'x'.repeat(5000),
  '%'.repeat(300),
  '${7*7}',
  '../../../etc/passwd',
];

/** Texts in answers that would reveal the SQL statement. */
const WITHOUT = [
  'syntax error at',
  'pg_catalog',
  'PostgreSQL 1',
  'SQLSTATE',
  'SELECT ',
  'node_modules',
];

function valuesFor({ runs }: Environment): Readonly<Record<string, string>> {
  return { run_id: runs.alpha, scenario: '0', attempt: '0', turn: '0' };
}

/** Returns a query that the route accepts, before one of its parameters is spoilt. */
function goodQuery(route: Route, { runs }: Environment): Readonly<Record<string, string>> {
  const good: Readonly<Record<string, string>> = {
    baseline: runs.alpha,
    candidate: runs.alpha,
    test_name: 'alpha',
  };
  const needed = route.parameters.filter(({ in: at, required }) => at === 'query' && required);
  return Object.fromEntries(needed.map(({ name }) => [name, good[name] ?? 'x']));
}

function encode(text: string): string {
  // A lone surrogate has no valid UTF-8 encoding: its bytes are sent nevertheless.
  return text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text);
}

function attackRoute(route: Route, environment: Environment): readonly Attack[] {
  const values = valuesFor(environment);
  const good = goodQuery(route, environment);
  return route.parameters
    .filter(({ in: at }) => at !== 'header')
    .flatMap(({ in: at, name }) =>
      SQL.map((text): Attack => {
        const query = Object.entries(at === 'query' ? { ...good, [name]: text } : good)
          .map(([one, value]) => `${one}=${encode(value)}`)
          .join('&');
        const path = fillPath(
          route.path,
          at === 'path' ? { ...values, [name]: encode(text) } : values,
        );
        return {
          name: `${route.method} ${route.path} with ${name}=${JSON.stringify(text.slice(0, 40))}`,
          request: {
            service: 'evals',
            method: route.method,
            path: query === '' ? path : `${path}?${query}`,
            key: 'alpha',
          },
          expect: { status: NO_FAILURE, maxMs: MAX_MS, without: WITHOUT },
        };
      }),
    );
}

/** A repeated parameter, a list or an object is never accepted as a text. */
function attackShapes(route: Route, environment: Environment): readonly Attack[] {
  const path = fillPath(route.path, valuesFor(environment));
  return route.parameters
    .filter(({ in: at }) => at === 'query')
    .flatMap(({ name }) =>
      [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[$ne]=a`, name, `${name}=&${name}=`].map(
        (query) => ({
          name: `${route.method} ${route.path}?${query}`,
          request: {
            service: 'evals',
            method: route.method,
            path: `${path}?${query}`,
            key: 'alpha',
          },
          expect: { status: NO_FAILURE, without: WITHOUT },
        }),
      ),
    );
}

const LISTS: readonly ((runId: string) => string)[] = [
  () => '/runs?limit=1',
  (runId) => `/runs/${runId}/interactions?limit=1`,
  (runId) => `/runs/${runId}/interactions?limit=1&sort=overall`,
  (runId) => `/runs/${runId}/rows?limit=1`,
];

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Returns tampered cursors. */
function forgeCursors(cursor: string): readonly string[] {
  const inside = Buffer.from(cursor, 'base64url').toString();
  const bitFlips = Array.from({ length: Math.min(40, cursor.length) }, (_, at) => {
    const other = cursor[at] === 'A' ? 'B' : 'A';
    return cursor.slice(0, at) + other + cursor.slice(at + 1);
  });
  return [
    ...bitFlips,
    cursor.slice(0, -1),
    cursor + cursor,
    '',
    '=',
    'x',
    encoded('null'),
    encoded('{}'),
    encoded('[]'),
    encoded('"x"'),
    encoded(`["' or 1=1 --","' or 1=1 --"]`),
    encoded(`{"id":"'; select ${SLEEP} --"}`),
    encoded('[1e309,-1e309]'),
    encoded(`[${'['.repeat(1000)}${']'.repeat(1000)}]`),
    ...["' or 1=1 --", '\u0000', '-1', '1e309', '9223372036854775808', 'x'.repeat(3000)].map(
      (text) => encoded(inside.replace(/[\w.-]+/, text)),
    ),
  ];
}

async function attackCursors(environment: Environment): Promise<readonly Attack[]> {
  const attacks: Attack[] = [];
  for (const list of LISTS) {
    const path = list(environment.runs.alpha);
    const answer = await environment.send({ service: 'evals', method: 'GET', path, key: 'alpha' });
    const cursor =
      (jsonOf(answer) as { next_cursor?: string } | undefined)?.next_cursor ?? 'bm9uZQ';
    for (const forged of forgeCursors(cursor)) {
      attacks.push({
        name: `GET ${path} with the cursor ${forged.slice(0, 60)}`,
        request: {
          service: 'evals',
          method: 'GET',
          path: `${path}&cursor=${encodeURIComponent(forged)}`,
          key: 'alpha',
        },
        expect: { status: NO_FAILURE, maxMs: MAX_MS, without: WITHOUT },
      });
    }
    // A cursor of one project reveals nothing about it to another.
    attacks.push({
      name: `GET ${path} with the cursor of another project`,
      request: { service: 'evals', method: 'GET', path: `${path}&cursor=${cursor}`, key: 'beta' },
      expect: { status: NO_FAILURE },
    });
  }
  return attacks;
}

export const attackClass: AttackClass = {
  title: 'SQL, parameters and cursors',
  async attacks(environment) {
    const routes = readRoutes('evals').filter(({ method }) => method === 'GET');
    return [
      ...routes.flatMap((route) => attackRoute(route, environment)),
      ...routes.flatMap((route) => attackShapes(route, environment)),
      ...(await attackCursors(environment)),
    ];
  },
};
