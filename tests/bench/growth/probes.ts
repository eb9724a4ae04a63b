import { EVALUATION_ROUTES, type Route } from '@fairtrial/contracts';
import { readFileSync } from 'node:fs';
import type { Call, Caller } from './call-service.ts';
import { post, probeRun, type EndedRuns, type TemplateRuns } from './template-runs.ts';

/** A measured request. Its name is the same for both databases. */
export interface Probe extends Call {
  readonly name: string;
  /** Request sent first, so that the connection is not new; defaults to the same request. */
  readonly warmUp?: Call;
}

interface ProbeInput {
  readonly call: Caller;
  readonly runs: TemplateRuns;
  readonly endpoint: string;
}

/** Small enough to fill pages in the small database as well. */
const PAGE = 20;
/** Half of the runs are older. */
const HALF_AGE_MS = 45 * 86_400_000;

/** Queries of the list of runs. `none` matches nothing: such a page reads the most. */
const RUN_LISTS = [
  '',
  ...['running', 'completed', 'cancelled', 'failed'].map((state) => `state=${state}`),
  ...['model-3', 'none'].map((model) => `model_id=${model}`),
  ...['tag-3', 'rare', 'none'].map((tag) => `tag=${tag}`),
  ...['true', 'false'].map((isPinned) => `pinned=${isPinned}`),
  ...['growth%20light', 'test-3', 'none'].map((name) => `test_name=${name}`),
  ...['light', 'TEST-19', 'none'].map((part) => `q=${part}`),
  ...[idAt(Date.now()).slice(0, 4), '0000'].map((prefix) => `id_prefix=${prefix}`),
  'q=test&state=failed&model_id=model-3&tag=tag-3&pinned=false',
];
const INTERACTION_LISTS = [
  '',
  'scenario=3&attempt=1',
  'turn=4',
  'outcome=answered',
  'outcome=endpoint_failed',
  'below=0.2',
  'passed=true',
  'failed_check=any',
  'flag=none',
  'q=none',
  'sort=overall',
  'sort=-latency',
];
const ROW_LISTS = [
  '',
  'pass_threshold=0.5&status=failed',
  'below=0.5',
  'above=0.5',
  'metadata=differs',
  'scenario=case%203',
  'q=none',
  'label=intent:ask',
  'label=intent:ask&given=intent:none',
  'failed_check=any',
  'baseline=none',
  'sort=position',
  'sort=-latency',
];
const EXPORT_FORMATS = ['json', 'jsonl', 'csv', 'junit', 'md'] as const;

const LABELS = {
  labels: [{ position: { scenario: 0, attempt: 0 }, passed: true, labeller: 'Ada' }],
};
const RESCORE = { weights: { reply: 1, metadata: 0 } };

/**
 * Routes that neither read nor write runs: they are about the process, stored targets, datasets or traces, or forward to
 * another service. The rows that datasets and conversations read are counted in bounded-scenarios.test.ts and
 * conversations.test.ts.
 */
const WITHOUT_RUNS =
  /^\/(?:livez|openapi.json|settings|test-call|targets|datasets|import|v1\/traces|conversations|agent)(?:\/|$)/;

/** What can be read of one run without parameters. */
const READS_OF_RUN = Object.entries<Route>(EVALUATION_ROUTES).flatMap(([name, { query }]) => {
  const [method, path = ''] = name.split(' ');
  const isOfRun = path.startsWith('/runs/:run_id/') && path.split(':').length === 2;
  return method === 'GET' && isOfRun && query === undefined ? [path] : [];
});

/**
 * Lists probes for every route and parameter of the API. Reads come first, because the writes delete what they read.
 */
export async function listProbes({ call, runs, endpoint }: ProbeInput): Promise<readonly Probe[]> {
  const going = await post(call, probeRun(endpoint));
  const goingToo = await post(call, probeRun(endpoint));
  const probes = [
    ...listPages('/runs', RUN_LISTS, [idAt(Date.now() - HALF_AGE_MS)]),
    ...(await pagesOfRun(call, runs)),
    ...listReads(runs),
    ...listChanges({ ...runs, going }, { ...runs.spare, going: goingToo }, endpoint),
  ];
  const missing = listMissing(probes);
  if (missing.length > 0)
    throw new Error(`tests/bench/growth/probes.ts lacks ${missing.join('; ')}`);
  return probes;
}

async function pagesOfRun(call: Caller, { full, second }: TemplateRuns): Promise<readonly Probe[]> {
  const cursorOf = async (path: string): Promise<string> =>
    (await call<{ next_cursor: string }>({ path: `${path}?limit=${PAGE}` })).next_cursor;
  const [interactions, rows] = [`/runs/${full}/interactions`, `/runs/${full}/rows`];
  return [
    ...listPages(interactions, INTERACTION_LISTS, []),
    ...listPages(interactions, [''], [await cursorOf(interactions)]),
    ...listPages(rows, [...ROW_LISTS, `baseline=${second}`], []),
    ...listPages(rows, [''], [await cursorOf(rows)]),
  ];
}

/** The first page of each query, and one page after each cursor. */
function listPages(
  path: string,
  queries: readonly string[],
  cursors: readonly string[],
): readonly Probe[] {
  return queries.flatMap((query) => {
    const first = `${path}?${[query, `limit=${PAGE}`].filter(Boolean).join('&')}`;
    const name = `GET ${withoutIds(first)}`;
    const later = cursors.map((cursor) => ({
      name: `${name}&cursor`,
      path: `${first}&cursor=${encodeURIComponent(cursor)}`,
    }));
    return [{ name, path: first }, ...later];
  });
}

function listReads({ full, second, light }: TemplateRuns): readonly Probe[] {
  const paths = [
    '/readyz',
    '/metrics',
    `/runs/${full}?interactions=false`,
    `/runs/${full}?interactions=true`,
    `/runs/${light}`,
    `/runs/${full}/turns/3/1/4`,
    `/runs/${full}/figures?pass_threshold=0.5`,
    `/runs/${full}/request?scenarios=true`,
    `/runs/${full}/scenarios/3`,
    ...READS_OF_RUN.map((path) => path.replace(':run_id', full)),
    `/runs/${full}/label-sample?n=20&seed=2&labeller=Ada&from=5&limit=${PAGE}`,
    `/runs/${full}/label-sample?n=20&with=${second}&limit=${PAGE}`,
    `/runs/${full}/labels?from=0&limit=${PAGE}`,
    ...EXPORT_FORMATS.map((format) => `/runs/${full}/export?format=${format}`),
    `/compare?baseline=${full}&candidate=${second}&margin=0.02&metric=overall`,
    `/compare?baseline=${full}&candidate=${second}&interactions=false`,
    '/history?test_name=growth%20full&runs=14&scenarios=30',
    '/history?test_name=growth%20light&runs=50&scenarios=500',
    '/history?test_name=none',
  ];
  return [
    ...paths.map((path) => ({ name: `GET ${withoutIds(path)}`, path })),
    ...['latest', full].map((baseline) => gate(second, baseline)),
  ];
}

function gate(runId: string, baseline: string): Probe {
  return {
    name: `POST /runs/{run_id}/gate baseline=${withoutIds(baseline)}`,
    method: 'POST',
    path: `/runs/${runId}/gate`,
    body: { baseline, gates: ['overall >= 0.1', 'no regression'] },
  };
}

interface ChangedRuns extends EndedRuns {
  /** A run that has not started yet. */
  readonly going: string;
}

function listChanges(runs: ChangedRuns, spare: ChangedRuns, endpoint: string): readonly Probe[] {
  const warmUps = toChanges(spare, endpoint);
  const changes = toChanges(runs, endpoint).map((call, no): Probe => {
    const warmUp = warmUps[no] ?? call;
    return { ...call, name: `${call.method} ${withoutIds(call.path)}`, warmUp };
  });
  const [pin, ...others] = changes;
  return [...(pin === undefined ? [] : [pin]), gate(runs.second, 'pinned'), ...others];
}

/** The order matters: a pinned run cannot be deleted. */
function toChanges(runs: ChangedRuns, endpoint: string): readonly (Call & { method: string })[] {
  const headers = { prefer: 'respond-async', 'idempotency-key': runs.full };
  return [
    { method: 'PUT', path: `/runs/${runs.full}/pin` },
    { method: 'DELETE', path: `/runs/${runs.full}/pin` },
    { method: 'POST', path: `/runs/${runs.full}/labels`, body: LABELS },
    { method: 'POST', path: `/runs/${runs.failed}/retry` },
    { method: 'POST', path: `/runs/${runs.light}/rescore`, body: RESCORE },
    { method: 'DELETE', path: `/runs/${runs.second}` },
    { method: 'POST', path: `/runs/${runs.going}/cancel` },
    { method: 'POST', path: '/plan', body: probeRun(endpoint) },
    { method: 'POST', path: '/evaluate', body: probeRun(endpoint), headers },
  ];
}

/** Returns the routes of the API and their query parameters that no probe covers. */
function listMissing(probes: readonly Probe[]): readonly string[] {
  const asked = probes.map(({ method = 'GET', path }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    return { method, pathname, parameters: [...searchParams.keys()] };
  });
  const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as OpenApi;
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      ...operation,
      path,
      method: verb.toUpperCase(),
    })),
  );
  return routes.flatMap(({ method, path, parameters = [] }) => {
    if (WITHOUT_RUNS.test(path)) return [];
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const found = asked.filter((one) => one.method === method && pattern.test(one.pathname));
    if (found.length === 0) return `${method} ${path}`;
    const used = new Set(found.flatMap((one) => one.parameters));
    return parameters
      .filter(({ in: place, name }) => place === 'query' && !used.has(name))
      .map(({ name }) => `${method} ${path}?${name}`);
  });
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

const OPENAPI = new URL('../../../docs/openapi/evals.json', import.meta.url);

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function withoutIds(text: string): string {
  return text.replaceAll(ID, '{run_id}');
}

/** Returns an id newer than those of all runs before this time: a UUID v7 starts with the milliseconds. */
function idAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
