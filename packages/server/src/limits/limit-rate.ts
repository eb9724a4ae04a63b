import { AppError, Tally } from '@fairtrial/contracts';
import rateLimit from '@fastify/rate-limit';
import type { Server } from '../server.ts';
import { whenOver } from './when-over.ts';

export interface RateLimits {
  readonly requestsPerMinute: number;
  readonly requestsAtOnce: number;
}

const WINDOW_SECONDS = 60;

/**
 * Limits the requests of each key to this process. Without keys there is no limit, because callers cannot be told
 * apart.
 */
export async function limitRate(server: Server, limits: RateLimits): Promise<void> {
  const { requestsPerMinute: max } = limits;
  await server.register(rateLimit, { global: false });
  const count = server.createRateLimit({
    max,
    timeWindow: WINDOW_SECONDS * 1000,
    keyGenerator: (request) => request.caller?.name ?? '',
  });
  server.addHook('onRequest', async (request, reply) => {
    if (request.caller === null) return;
    const used = await count(request);
    if (used.isAllowed) return;
    reply.header('ratelimit-policy', `"requests";q=${max};w=${WINDOW_SECONDS}`);
    reply.header('ratelimit', `"requests";r=${used.remaining};t=${used.ttlInSeconds}`);
    if (!used.isExceeded) return;
    throw new AppError('rate_limited', `this key has used its ${max} requests of this minute`, {
      headers: { 'retry-after': String(used.ttlInSeconds) },
    });
  });
  limitConcurrency(server, limits.requestsAtOnce);
}

function limitConcurrency(server: Server, max: number): void {
  const underWay = new Tally();
  server.addHook('onRequest', async (request, reply) => {
    if (request.caller === null) return;
    const { name } = request.caller;
    if (underWay.get(name) >= max) {
      throw new AppError('rate_limited', `this key has ${max} requests in progress already`, {
        headers: { 'retry-after': '1' },
      });
    }
    underWay.add(name, 1);
    whenOver(request, reply, () => underWay.add(name, -1));
  });
}
