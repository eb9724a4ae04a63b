import { AppError, type Scope } from '@fairtrial/contracts';
import type { Request, Server } from '../server.ts';
import { sha256, type ApiKey, type ApiKeys } from './api-keys.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route; `open` routes need no key. */
    scope?: Scope | 'open';
  }
  interface FastifyRequest {
    /** The caller's key; null if the server requires none. */
    caller: ApiKey | null;
  }
}

/** Throws at startup if a route declares no scope, or needs a key and is not in the table of routes. */
export function requireRouteScopes(server: Server): void {
  server.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' || route.url === '*') return;
    const { scope, route: name } = route.config ?? {};
    if (scope === undefined) throw new Error(`${String(route.method)} ${route.url} has no scope`);
    if (scope !== 'open' && name === undefined) {
      throw new Error(`${String(route.method)} ${route.url} is not in the table of routes`);
    }
  });
}

/** Requires a valid key if any are configured. */
export function requireApiKey(server: Server, keys: ApiKeys | undefined): void {
  server.decorateRequest('caller', null);
  if (keys === undefined) return;
  server.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.scope === 'open') return;
    request.caller = await findKey(request, keys);
  });
}

/** Requires the scope of the route. Runs after the rate limits, so that refused requests count too. */
export function requireScope(server: Server): void {
  server.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { scope } = routeOptions.config;
    if (caller === null || scope === undefined || scope === 'open') return;
    if (caller.scopes.includes(scope)) return;
    throw new AppError('forbidden', `this key lacks the scope '${scope}'`);
  });
}

async function findKey(request: Request, keys: ApiKeys): Promise<ApiKey> {
  const presented = presentedKey(request);
  if (presented === undefined) throw refusal('send an API key as "Authorization: Bearer <key>"');
  const key = await keys.find(sha256(presented));
  if (key === undefined) throw refusal('this API key is unknown');
  if (key.revoked) throw refusal('this API key was revoked');
  if (key.expiresAt !== undefined && key.expiresAt.getTime() <= Date.now()) {
    throw refusal(`this API key expired on ${key.expiresAt.toISOString()}`);
  }
  return key;
}

function refusal(detail: string): AppError {
  return new AppError('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } });
}

function presentedKey(request: Request): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const header = request.headers['x-api-key'];
  return bearer ?? (typeof header === 'string' && header !== '' ? header : undefined);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if a run may use this route as its endpoint. */
    answersTurns?: boolean;
  }
}

/**
 * The evaluation service sends this header and the endpoint's key with every request to an endpoint. Without this
 * check, a caller could name a Fairtrial service as the endpoint, with any path, and act with that key: cancel the runs of
 * another project, or start a run with each turn. Only routes that answer as a model accept such a request.
 */
export function refuseTurns(server: Server): void {
  server.addHook('onRequest', async ({ headers, routeOptions, is404 }) => {
    if (headers['x-fairtrial-conversation'] === undefined) return;
    // An unknown path does no work, and its 404 makes a run try the endpoint's other addresses.
    if (is404 || routeOptions.config.answersTurns === true) return;
    throw new AppError(
      'run_in_run',
      'this request is a turn of a run, and this address is not a model: check the endpoint of the run',
    );
  });
}
