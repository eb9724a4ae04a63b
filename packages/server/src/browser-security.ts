import { AppError } from '@assay/contracts';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { isLoopbackHost } from './is-loopback-host.ts';
import type { Request, Server } from './server.ts';

export interface CorsOptions {
  /** The host this service listens on. */
  readonly host: string;
  readonly allowedOrigins: readonly string[];
}

/** Which web pages may call: on loopback those of this machine, else those the operator named. */
export async function registerCors(server: Server, options: CorsOptions): Promise<void> {
  const mayCall = readAllowedOrigins(options);
  await server.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && mayCall(origin)),
    methods: ['GET', 'POST', 'DELETE'],
    strictPreflight: false,
    exposedHeaders: [
      'x-request-id',
      'x-model-used',
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
 * Refuses a request that changes something and comes from the page of another site. CORS does not: a browser sends a
 * POST without a body, or with a form's, without asking first, and only keeps the answer from the page.
 */
export function refuseForeignPages(server: Server, options: CorsOptions): void {
  const mayCall = readAllowedOrigins(options);
  server.addHook('onRequest', async (request) => {
    if (READING_METHODS.has(request.method) || isFromOwnPage(request)) return;
    const { origin } = request.headers;
    if (origin !== undefined && mayCall(origin)) return;
    const page = origin === undefined ? 'another site' : origin.slice(0, 100);
    const detail = `pages of ${page} may not do that; name their origin in ALLOWED_ORIGINS if they should`;
    throw new AppError('cross_site', detail);
  });
}

/** Whether the request comes from a program, which sends neither header, or from a page of this service. */
function isFromOwnPage({ headers, host }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Browsers leave `Sec-Fetch-Site` out where the service is reached by plain HTTP over a network.
  return headers.origin === undefined || URL.parse(headers.origin)?.host === host;
}

/** Says which origins may call. */
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
 * A service on loopback is asked by names of this machine only. Otherwise a web page whose name is made
 * to point here (DNS rebinding) could call it as if it were its own server.
 */
export function checkHost(server: Server, host: string): void {
  if (!isLoopbackHost(host)) return;
  server.addHook('onRequest', async (request) => {
    const name = request.hostname.replace(/\.$/, '');
    if (name === '' || isLoopbackHost(name)) return;
    const detail = `this service listens on ${host} and is not ${name.slice(0, 100)}`;
    throw new AppError('wrong_host', detail);
  });
}

/**
 * Answers are data: no page may run, frame or load anything because of one, and no browser or proxy keeps what needs
 * a key (a route may say otherwise).
 */
export async function setSecurityHeaders(server: Server): Promise<void> {
  server.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.config.scope !== 'open') reply.header('cache-control', 'no-store');
  });
  await server.register(helmet, {
    strictTransportSecurity: false, // decided by the proxy that terminates TLS, for the whole domain
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  });
}
