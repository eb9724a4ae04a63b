import { AppError } from '@assay/contracts';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { isLoopbackHost } from './is-loopback-host.ts';
import type { Server } from './server.ts';

export interface CorsOptions {
  /** The host this service listens on. */
  readonly host: string;
  readonly allowedOrigins: readonly string[];
}

/** Which web pages may call: on loopback those of this machine, else those the operator named. */
export async function registerCors(server: Server, options: CorsOptions): Promise<void> {
  const named = new Set(options.allowedOrigins.map((origin) => new URL(origin).origin));
  const local = isLoopbackHost(options.host);
  await server.register(cors, {
    origin: (origin, done) =>
      done(null, origin !== undefined && (named.has(origin) || (local && isLocal(origin)))),
    methods: ['GET', 'POST', 'DELETE'],
    strictPreflight: false,
    exposedHeaders: ['x-request-id', 'location', 'retry-after', 'ratelimit', 'ratelimit-policy'],
    maxAge: 600,
  });
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

/** Answers are data: no page may run, frame or load anything because of one. */
export async function setSecurityHeaders(server: Server): Promise<void> {
  await server.register(helmet, {
    strictTransportSecurity: false, // decided by the proxy that terminates TLS, for the whole domain
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  });
}
