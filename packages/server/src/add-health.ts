import { AppError } from '@assay/contracts';
import { z } from 'zod';
import type { Drain } from './refuse-while-draining.ts';
import type { Request, Server } from './server.ts';

/** What a service needs for its work. */
export interface ReadinessCheck {
  /** Told to callers without a key, like `database`. */
  readonly name: string;
  /** Throws, or rejects, where the service cannot do its work. Never calls a model. */
  readonly check: () => void | Promise<void>;
}

/** An answer that comes later is as good as none to those who ask: a load balancer, the image's own health check. */
const CHECK_MS = 3000;

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export function addHealth(server: Server, drain: Drain, checks: readonly ReadinessCheck[]): void {
  server.get(
    '/livez',
    {
      logLevel: 'warn',
      config: { scope: 'open' },
      schema: {
        tags: ['operations'],
        summary: 'The process is alive',
        response: { 200: Health },
      },
    },
    () => ({ status: 'ok' as const }),
  );
  server.get(
    '/readyz',
    {
      logLevel: 'warn',
      config: { scope: 'open' },
      schema: {
        tags: ['operations'],
        summary: 'The service can take requests',
        response: { 200: Health },
      },
    },
    async (request) => {
      if (drain.started) throw new AppError('shutting_down', 'this instance is shutting down');
      for (const check of checks) await runCheck(check, request);
      return { status: 'ok' as const };
    },
  );
}

/** Any caller may ask, so the answer names the check only. The log has the error, which may name hosts and users. */
async function runCheck({ name, check }: ReadinessCheck, request: Request): Promise<void> {
  try {
    await Promise.race([check(), rejectAfter(CHECK_MS)]);
  } catch (cause) {
    request.log.warn({ check: name, err: cause }, 'not ready');
    throw new AppError('not_ready', `the check '${name}' failed; the log says why`, { cause });
  }
}

function rejectAfter(ms: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref();
  return promise;
}
