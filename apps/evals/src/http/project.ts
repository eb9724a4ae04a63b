import {
  AppError,
  TARGET_LIMITS,
  type Scope,
  type Settings,
  type StoredTarget,
} from '@fairtrial/contracts';
import {
  addRoute,
  callerSignal,
  prefersEventStream,
  type Reply,
  type Request,
  type Server,
} from '@fairtrial/server';
import { Readable } from 'node:stream';
import type { AgentProxy, ProxiedRequest } from '../agent/agent-proxy.ts';
import type { Database } from '../db/connection/open-database.ts';
import type { SqlExecutor } from '../db/connection/sql.ts';
import {
  deleteTarget,
  listTargets,
  saveTarget,
  type TargetRow,
} from '../db/targets/stored-targets.ts';
import { listProbedJudges } from '../runs/grade/asked/probe-judges.ts';
import { TARGET_FIELDS } from '../runs/plan/unknown-fields.ts';
import { projectOf, refuseSecrets } from './route-helpers.ts';

/** The stored targets of a project. */
export function addTargets(server: Server, { database }: { readonly database: Database }): void {
  addRoute(server, 'GET /targets', async (request) => {
    const rows = await listTargets(database, projectOf(request));
    return { targets: rows.map(viewTarget) };
  });
  addRoute(
    server,
    'PUT /targets/:name',
    async (request) => {
      const key = { project: projectOf(request), name: request.params.name };
      const row = await database.transaction((tx) => saveTarget(tx, key, request.body));
      if (row !== undefined) return viewTarget(row);
      const detail = `the project has ${TARGET_LIMITS.targets} stored targets, and more are not allowed: delete one with DELETE /targets/{name}`;
      throw new AppError('limit_exceeded', detail);
    },
    { preValidation: refuseSecrets(TARGET_FIELDS) },
  );
  addRoute(server, 'DELETE /targets/:name', async (request) => {
    const { name } = request.params;
    const isDeleted = await deleteTarget(database, { project: projectOf(request), name });
    if (!isDeleted) throw new AppError('not_found', `there is no stored target ${name}`);
  });
}

function viewTarget({ name, target, updatedAt }: TargetRow): StoredTarget {
  return { name, target, updated_at: updatedAt.toISOString() };
}

/** `GET /settings`: the configuration of the service. Without API keys, as on a local machine, all of it is shown. */
export function addSettings(
  server: Server,
  settings: Settings,
  { database }: { readonly database: SqlExecutor },
): void {
  addRoute(server, 'GET /settings', async ({ caller }) => {
    const { judges } = settings;
    const judge_probes = await listProbedJudges(database, judges);
    const all = { ...settings, judge_probes };
    return caller === null ? all : showToKey(all, caller.scopes);
  });
}

/** The settings that a holder of an API key needs. Details of the operation are hidden from projects. */
function showToKey(settings: Settings, scopes: readonly Scope[]): Settings {
  const mayRun = scopes.includes('run');
  return {
    ...settings,
    keys: [],
    storage: { ...settings.storage, location: null },
    endpoints: mayRun ? settings.endpoints : [],
    scorers: mayRun ? settings.scorers : settings.scorers.map(({ name }) => ({ name, url: '' })),
    agent: mayRun || scopes.includes('chat') ? settings.agent : null,
  };
}

/**
 * `/agent`: the routes of the agent backend that the console needs, on this origin. Answers are streamed unchanged;
 * other routes of the agent backend cannot be reached.
 */
export function addAgent(server: Server, proxy: AgentProxy | undefined): void {
  const forwardTo =
    (target: Target) =>
    (request: Request, reply: Reply): Promise<Reply> =>
      forward(proxy, { request, reply }, target);
  addRoute(server, 'POST /agent', forwardTo({ method: 'POST', path: '/' }));
  const models = forwardTo({ method: 'GET', path: '/studio/models' });
  addRoute(server, 'GET /agent/studio/models', models);
  addRoute(server, 'GET /agent/v1/models', forwardTo({ method: 'GET', path: '/v1/models' }));
}

type Target = Pick<ProxiedRequest, 'method' | 'path'>;

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

async function forward(
  proxy: AgentProxy | undefined,
  { request, reply }: Exchange,
  target: Target,
): Promise<Reply> {
  if (proxy === undefined) {
    const detail = 'set AGENT_URL to the address of the agent backend: http://127.0.0.1:8000';
    throw new AppError('agent_not_configured', detail);
  }
  const answer = await proxy.send({
    ...target,
    headers: headersFor(request),
    ...(target.method === 'POST' && { body: JSON.stringify(request.body) }),
    signal: callerSignal(reply),
  });
  return reply
    .code(answer.status)
    .type(answer.type)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(answer.body, { highWaterMark: 1 }));
}

/** The headers that the agent backend needs. The caller's identity is not forwarded. */
function headersFor({ headers, id }: Request): Readonly<Record<string, string>> {
  const model = headers['x-model-id'];
  return {
    'content-type': 'application/json',
    accept: prefersEventStream(headers.accept) ? 'text/event-stream' : 'application/json',
    'x-request-id': id,
    ...(typeof model === 'string' && { 'x-model-id': model }),
  };
}
