import { AppError } from '@fairtrial/contracts';
import { addRoute } from './add-route.ts';
import type { Drain } from './refuse-while-draining.ts';
import type { Request, Server } from './server.ts';

/** A dependency that the service needs to work. */
export interface ReadinessCheck {
  /** Shown to callers without a key, e.g. `database`. */
  readonly name: string;
  /** Throws or rejects if the service cannot work. Never calls a model. */
  readonly check: () => void | Promise<void>;
}

/** Callers such as a load balancer or the image's health check ignore later answers. */
const CHECK_MS = 3000;

export function addHealth(server: Server, drain: Drain, checks: readonly ReadinessCheck[]): void {
  const quiet = { logLevel: 'warn' } as const;
  addRoute(server, 'GET /livez', () => ({ status: 'ok' as const }), quiet);
  const answerReady = async (request: Request): Promise<{ status: 'ok' }> => {
    if (drain.started) throw new AppError('shutting_down', 'this instance is shutting down');
    for (const check of checks) await runCheck(check, request);
    return { status: 'ok' };
  };
  addRoute(server, 'GET /readyz', answerReady, quiet);
}

/**
 * The answer names only the failed check, since it needs no key. The log has the error, which may name hosts and users.
 */
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
