import { AppError } from '@fairtrial/contracts';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { isLoopbackHost } from './is-loopback-host.ts';
import type { Request, Server } from './server.ts';

export interface CorsOptions {
  /** The host this service listens on. */
  readonly host: string;
  readonly allowedOrigins: readonly string[];
}

/**
 * Allows cross-origin calls from pages of this machine if the service listens on loopback, else from the configured
 * origins.
 */
export async function registerCors(server: Server, options: CorsOptions): Promise<void> {
  const mayCall = readAllowedOrigins(options);
  // Routes are registered later. The plugin reads this list when it answers a preflight.
  const methods: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    if (url !== '*') methods.push(...[method].flat().filter((name) => !methods.includes(name)));
  });
  await server.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && mayCall(origin)),
    methods,
    strictPreflight: false,
    exposedHeaders: [
      'x-request-id',
      'x-model-used',
      'etag',
      'location',
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
    ],
    maxAge: 600,
  });
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests from pages of other sites. CORS alone does not: a browser sends a POST without a
 * body, or with a form body, without a preflight, and only hides the answer from the page.
 */
export function refuseForeignPages(server: Server, options: CorsOptions): void {
  const mayCall = readAllowedOrigins(options);
  server.addHook('onRequest', async (request) => {
    if (READING_METHODS.has(request.method) || isFromOwnPage(request)) return;
    const { origin } = request.headers;
    if (origin !== undefined && mayCall(origin)) return;
    const page = origin === undefined ? 'another site' : origin.slice(0, 100);
    const detail = `pages of ${page} may not send this request; to allow it, add their origin to ALLOWED_ORIGINS`;
    throw new AppError('cross_site', detail);
  });
}

/** True if the request comes from a program, which sends neither header, or from a page of this service. */
function isFromOwnPage({ headers, host }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Browsers omit `Sec-Fetch-Site` if the service is reached by plain HTTP over a network.
  return headers.origin === undefined || URL.parse(headers.origin)?.host === host;
}

function readAllowedOrigins({ host, allowedOrigins }: CorsOptions): (origin: string) => boolean {
  const named = new Set(allowedOrigins.map((origin) => new URL(origin).origin));
  const local = isLoopbackHost(host);
  return (origin) => named.has(origin) || (local && isLocal(origin));
}

function isLocal(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && isLoopbackHost(url.hostname);
}

/**
 * Prevents DNS rebinding: a service on loopback accepts only host names of this machine. Otherwise a web page whose
 * name resolves to this machine could call the service as its own server.
 */
export function checkHost(server: Server, host: string): void {
  if (!isLoopbackHost(host)) return;
  server.addHook('onRequest', async (request) => {
    const name = request.hostname.replace(/\.$/, '');
    if (name === '' || isLoopbackHost(name)) return;
    const detail = `this service listens on ${host} and does not accept the host name ${name.slice(0, 100)}`;
    throw new AppError('wrong_host', detail);
  });
}

/**
 * Answers are data: browsers must not run, frame or load anything because of one. Browsers and proxies must not cache
 * answers that need a key, unless the route allows it.
 */
export async function setSecurityHeaders(server: Server): Promise<void> {
  server.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.config.scope !== 'open') reply.header('cache-control', 'no-store');
  });
  await server.register(helmet, {
    strictTransportSecurity: false, // set by the proxy that terminates TLS, for the whole domain
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  });
}
