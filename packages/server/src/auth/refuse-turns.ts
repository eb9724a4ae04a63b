import { AppError } from '@fairtrial/contracts';
import type { Server } from '../server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if a run may use this route as its endpoint. */
    answersTurns?: boolean;
  }
}

/**
 * The evaluation service sends this header and the endpoint's key with every request to an endpoint. Without this
 * check, a caller could name a Fairtrial service as the endpoint, with any path, and act with that key: cancel the runs of
 * another project, or start a run with each turn. Only routes that answer as a model accept such a request.
 */
export function refuseTurns(server: Server): void {
  server.addHook('onRequest', async ({ headers, routeOptions, is404 }) => {
    if (headers['x-fairtrial-conversation'] === undefined) return;
    // An unknown path does no work, and its 404 makes a run try the endpoint's other addresses.
    if (is404 || routeOptions.config.answersTurns === true) return;
    throw new AppError(
      'run_in_run',
      'this request is a turn of a run, and this address is not a model: check the endpoint of the run',
    );
  });
}
