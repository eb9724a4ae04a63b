import cors from '@fastify/cors';
import { isLoopbackHost } from './is-loopback-host.ts';
import type { Server } from './server.ts';

export interface BrowserRules {
  /** The host this service listens on. */
  readonly host: string;
  readonly allowedOrigins: readonly string[];
}

/** Which web pages may call: on loopback those of this machine, else those the operator named. */
export async function allowBrowsers(server: Server, rules: BrowserRules): Promise<void> {
  const named = new Set(rules.allowedOrigins.map((origin) => new URL(origin).origin));
  const local = isLoopbackHost(rules.host);
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
