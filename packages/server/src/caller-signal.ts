import type { Reply } from './server.ts';

/**
 * Aborts when the caller hangs up before the answer is complete. (Fastify's own `request.signal`
 * follows the request's `close`, which Node emits as soon as the body has been read.)
 */
export function callerSignal(reply: Reply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller hung up'));
  });
  return controller.signal;
}
