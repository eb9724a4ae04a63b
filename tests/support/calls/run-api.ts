import {
  InteractionList,
  type InteractionRow,
  Problem,
  RunHead,
  RunList,
  RunView,
} from '@assay/contracts';
import assert from 'node:assert/strict';
import { postEvaluate, requestOf } from './evaluate.ts';
import { until } from '../services/until.ts';

type Headers = Readonly<Record<string, string>>;

/** A service, and who asks it. */
export interface Door {
  readonly url: string;
  readonly headers?: Headers;
}

/** Scenarios of this many interactions, without references. */
export function batchOf(scenarios: number, turns: number): object {
  return Array.from({ length: scenarios }, (_, scenario) => ({
    interactions: Array.from({ length: turns }, (__, turn) => ({
      user_message: `message ${scenario}.${turn}`,
    })),
  }));
}

/** Starts a run that nobody waits for. */
export async function startRun(
  door: Door,
  changes: object,
  headers: Headers = {},
): Promise<RunView> {
  const asked = { prefer: 'respond-async', ...door.headers, ...headers };
  const { status, body } = await postEvaluate(door, requestOf(changes), asked);
  assert.equal(status, 202, JSON.stringify(body));
  return RunView.parse(body);
}

export interface Asked {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly body: unknown;
}

/** Asks for a path, whatever the answer. */
export async function ask(door: Door, path: string, method = 'GET'): Promise<Asked> {
  // A body that the routes which want any take, so that they get as far as the others.
  const body = path.endsWith('/gate') ? '{"gates":["overall >= 0"]}' : '{}';
  const wanted = /\/(gate|rescore)$/.test(path)
    ? { body, headers: { 'content-type': 'application/json' } }
    : {};
  const response = await fetch(door.url + path, {
    method,
    ...wanted,
    headers: { ...wanted.headers, ...door.headers },
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** Posts JSON to a path, whatever the answer. */
export async function postJson(door: Door, path: string, body: unknown): Promise<Asked> {
  const response = await fetch(door.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...door.headers },
    body: JSON.stringify(body),
  });
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}

/** Has a run scored anew, and waits for the end of that. */
export async function rescore(door: Door, runId: string, body: object): Promise<RunView> {
  const { status, body: said } = await postJson(door, `/runs/${runId}/rescore`, body);
  assert.equal(status, 202, JSON.stringify(said));
  assert.equal(RunHead.parse(said).state, 'running');
  return untilOver(door, runId);
}

/** Asks for a path and expects to be refused; tells the status and the code. */
export async function refusal(
  door: Door,
  path: string,
  method = 'GET',
): Promise<readonly [number, string]> {
  const { status, body } = await ask(door, path, method);
  const problem = Problem.parse(body);
  assert.equal(problem.status, status);
  return [status, problem.code];
}

/** Posts to an action of a run. */
export async function act(door: Door, runId: string, action: 'cancel' | 'retry'): Promise<RunHead> {
  const { status, body } = await ask(door, `/runs/${runId}/${action}`, 'POST');
  assert.equal(status, 202, JSON.stringify(body));
  return RunHead.parse(body);
}

export async function viewRun(door: Door, runId: string): Promise<RunView> {
  const { status, body } = await ask(door, `/runs/${runId}`);
  assert.equal(status, 200, JSON.stringify(body));
  return RunView.parse(body);
}

/** Waits for the end of a run. */
export async function untilOver(door: Door, runId: string, patienceMs?: number): Promise<RunView> {
  const isOver = async (): Promise<boolean> => {
    const { body } = await ask(door, `/runs/${runId}?interactions=false`);
    return RunHead.parse(body).finished_at !== null;
  };
  await until(`run ${runId} is over`, isOver, patienceMs);
  return viewRun(door, runId);
}

/** All of a list, walked page by page. */
async function walk<Item>(
  door: Door,
  path: string,
  read: (body: unknown) => readonly [{ readonly next_cursor: string | null }, readonly Item[]],
): Promise<readonly Item[]> {
  const items: Item[] = [];
  const joint = path.includes('?') ? '&' : '?';
  let next = path;
  for (;;) {
    const { status, body } = await ask(door, next);
    assert.equal(status, 200, JSON.stringify(body));
    const [{ next_cursor }, more] = read(body);
    items.push(...more);
    if (next_cursor === null) return items;
    next = `${path}${joint}cursor=${next_cursor}`;
  }
}

/** Every run of a list, page by page. */
export function walkRuns(door: Door, query = ''): Promise<readonly RunHead[]> {
  return walk(door, `/runs${query}`, (body) => {
    const page = RunList.parse(body);
    return [page, page.runs];
  });
}

/** Every row of a run, page by page. */
export function walkRows(
  door: Door,
  runId: string,
  query = '',
): Promise<readonly InteractionRow[]> {
  return walk(door, `/runs/${runId}/interactions${query}`, (body) => {
    const page = InteractionList.parse(body);
    return [page, page.interactions];
  });
}

export function placeOf({ scenario, attempt, turn }: InteractionRow): string {
  return `${scenario}/${attempt}/${turn}`;
}

/** What a run says of itself is what its rows say. */
export async function assertCounted(door: Door, runId: string): Promise<void> {
  const [{ turns, failed_turns }, rows] = [
    await viewRun(door, runId),
    await walkRows(door, runId, '?limit=1000'),
  ];
  assert.equal(new Set(rows.map(placeOf)).size, rows.length);
  const failed = rows.filter(({ outcome }) => outcome === 'endpoint_failed').length;
  assert.deepEqual([turns.finished, failed_turns], [rows.length, failed]);
}
