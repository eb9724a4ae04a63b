import { AppError } from '@assay/contracts';
import { z } from 'zod';
import type { Drain } from './refuse-while-draining.ts';
import type { Server } from './server.ts';

/** Throws, or rejects, where the service cannot do its work. Never calls a model. */
export type ReadinessCheck = () => void | Promise<void>;

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
    async () => {
      if (drain.started) throw new AppError('shutting_down', 'this instance is shutting down');
      for (const check of checks) await runCheck(check);
      return { status: 'ok' as const };
    },
  );
}

async function runCheck(check: ReadinessCheck): Promise<void> {
  try {
    await check();
  } catch (cause) {
    throw new AppError('not_ready', cause instanceof Error ? cause.message : 'not ready', {
      cause,
    });
  }
}
