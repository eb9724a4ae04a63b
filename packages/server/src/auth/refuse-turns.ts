import { AppError } from '@assay/contracts';
import type { Server } from '../server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route is what a run may have as its endpoint. */
    answersTurns?: boolean;
  }
}

/**
 * A request that the evaluation service sends to an endpoint carries this header and the key of the endpoint. A caller
 * who names a service of ours as the endpoint, with any path, would otherwise act with that key: cancel the runs of
 * another project, or have each turn start a run. So only the routes that answer as a model accept such a request.
 */
export function refuseTurns(server: Server): void {
  server.addHook('onRequest', async ({ headers, routeOptions, is404 }) => {
    if (headers['x-assay-conversation'] === undefined) return;
    // Nothing is done at an address without a route, and its 404 makes a run try the other addresses of an endpoint.
    if (is404 || routeOptions.config.answersTurns === true) return;
    throw new AppError(
      'run_in_run',
      'this request is a turn of a run, and this address is no model: check the endpoint of the run',
    );
  });
}
