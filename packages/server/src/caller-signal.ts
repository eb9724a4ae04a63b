import type { Reply } from './server.ts';

/**
 * Aborts when the caller hangs up before the answer is complete. Fastify's own `request.signal` follows the request's
 * `close`, which Node emits as soon as the body has been read.
 */
export function callerSignal(reply: Reply): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client disconnected'));
  };
  if (reply.raw.destroyed) abort();
  else reply.raw.once('close', abort);
  return controller.signal;
}
