import {
  InteractionList,
  type InteractionRow,
  Problem,
  RunHead,
  RunList,
  RunView,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { postEvaluate, createRequest } from './evaluate.ts';
import { until } from '../services/until.ts';

type Headers = Readonly<Record<string, string>>;

/** A service, and the headers of the caller. */
export interface ApiTarget {
  readonly url: string;
  readonly headers?: Headers;
}

/** Scenarios of this many interactions, without references. */
export function createBatch(scenarios: number, turns: number): object {
  return Array.from({ length: scenarios }, (_, scenario) => ({
    interactions: Array.from({ length: turns }, (__, turn) => ({
      user_message: `message ${scenario}.${turn}`,
    })),
  }));
}

/** Starts a run without waiting for its end. */
export async function startRun(
  api: ApiTarget,
  changes: object,
  headers: Headers = {},
): Promise<RunView> {
  const asked = { prefer: 'respond-async', ...api.headers, ...headers };
  const { status, body } = await postEvaluate(api, createRequest(changes), asked);
  assert.equal(status, 202, JSON.stringify(body));
  return RunView.parse(body);
}

export interface Asked {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly body: unknown;
}

/** A valid body for each route that needs one, so that it passes validation. */
const BODIES: Readonly<Record<string, object>> = {
  gate: { gates: ['overall >= 0'] },
  rescore: {},
  labels: {
    labels: [{ position: { scenario: 0, attempt: 0 }, passed: true, labeller: 'Ada' }],
  },
};

/** Requests a path and returns any answer. */
export async function ask(api: ApiTarget, path: string, method = 'GET'): Promise<Asked> {
  const body = method === 'POST' ? BODIES[path.split('/').at(-1) ?? ''] : undefined;
  const wanted =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(api.url + path, {
    method,
    ...wanted,
    headers: { ...wanted.headers, ...api.headers },
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** Posts JSON to a path and returns any answer. */
export async function postJson(api: ApiTarget, path: string, body: unknown): Promise<Asked> {
  const response = await fetch(api.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...api.headers },
    body: JSON.stringify(body),
  });
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}

/** Rescores a run and waits for its end. */
export async function rescore(api: ApiTarget, runId: string, body: object): Promise<RunView> {
  const { status, body: said } = await postJson(api, `/runs/${runId}/rescore`, body);
  assert.equal(status, 202, JSON.stringify(said));
  assert.equal(RunHead.parse(said).state, 'running');
  return untilOver(api, runId);
}

/** Expects a refusal; returns its status and code. */
export async function refusal(
  api: ApiTarget,
  path: string,
  method = 'GET',
): Promise<readonly [number, string]> {
  const { status, body } = await ask(api, path, method);
  const problem = Problem.parse(body);
  assert.equal(problem.status, status);
  return [status, problem.code];
}

/** Posts to an action of a run. */
export async function act(
  api: ApiTarget,
  runId: string,
  action: 'cancel' | 'retry',
): Promise<RunHead> {
  const { status, body } = await ask(api, `/runs/${runId}/${action}`, 'POST');
  assert.equal(status, 202, JSON.stringify(body));
  return RunHead.parse(body);
}

export async function viewRun(api: ApiTarget, runId: string): Promise<RunView> {
  const { status, body } = await ask(api, `/runs/${runId}`);
  assert.equal(status, 200, JSON.stringify(body));
  return RunView.parse(body);
}

/** Waits for the end of a run. */
export async function untilOver(
  api: ApiTarget,
  runId: string,
  timeoutMs?: number,
): Promise<RunView> {
  const isOver = async (): Promise<boolean> => {
    const { body } = await ask(api, `/runs/${runId}?interactions=false`);
    return RunHead.parse(body).finished_at !== null;
  };
  await until(`run ${runId} is over`, isOver, timeoutMs);
  return viewRun(api, runId);
}

/** Returns all items of a list, page by page. */
async function walk<Item>(
  api: ApiTarget,
  path: string,
  read: (body: unknown) => readonly [{ readonly next_cursor: string | null }, readonly Item[]],
): Promise<readonly Item[]> {
  const items: Item[] = [];
  const joint = path.includes('?') ? '&' : '?';
  let next = path;
  for (;;) {
    const { status, body } = await ask(api, next);
    assert.equal(status, 200, JSON.stringify(body));
    const [{ next_cursor }, more] = read(body);
    items.push(...more);
    if (next_cursor === null) return items;
    next = `${path}${joint}cursor=${next_cursor}`;
  }
}

/** Every run of a list, page by page. */
export function walkRuns(api: ApiTarget, query = ''): Promise<readonly RunHead[]> {
  return walk(api, `/runs${query}`, (body) => {
    const page = RunList.parse(body);
    return [page, page.runs];
  });
}

/** Every row of a run, page by page. */
export function walkRows(
  api: ApiTarget,
  runId: string,
  query = '',
): Promise<readonly InteractionRow[]> {
  return walk(api, `/runs/${runId}/interactions${query}`, (body) => {
    const page = InteractionList.parse(body);
    return [page, page.interactions];
  });
}

export function turnPosition({ scenario, attempt, turn }: InteractionRow): string {
  return `${scenario}/${attempt}/${turn}`;
}

/** Asserts that the counts of a run match its rows. */
export async function assertCounted(api: ApiTarget, runId: string): Promise<void> {
  const [{ turns, failed_turns }, rows] = [
    await viewRun(api, runId),
    await walkRows(api, runId, '?limit=1000'),
  ];
  assert.equal(new Set(rows.map(turnPosition)).size, rows.length);
  const failed = rows.filter(({ outcome }) => outcome === 'endpoint_failed').length;
  assert.deepEqual([turns.finished, failed_turns], [rows.length, failed]);
}
