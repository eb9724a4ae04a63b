import type { RouteOptions } from 'fastify';
import type { ServiceInfo } from './describe-routes.ts';
import { keepAnswers } from './keep-answers.ts';
import type { Server } from './server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the routes. */
    openapi: () => Promise<object>;
  }
}

const OPEN = { config: { scope: 'open' }, schema: { hide: true } } as const;

/**
 * Collects the routes registered after this call; `/openapi.json` and `/reference` show them. What writes both is loaded
 * when it is first asked for, because loading it takes as long as starting the rest of a service.
 */
export function collectOpenapi(server: Server, info: ServiceInfo): void {
  const routes: RouteOptions[] = [];
  server.addHook('onRoute', (route) => void routes.push(route));
  server.decorate('openapi', async () => {
    const { describeRoutes } = await import('./describe-routes.ts');
    return describeRoutes(routes, info);
  });
  const onSend = keepAnswers();
  let document: Promise<string> | undefined;
  server.get('/openapi.json', { ...OPEN, onSend }, async (_, reply) => {
    document ??= server.openapi().then((written) => JSON.stringify(written));
    try {
      return await reply.type('application/json; charset=utf-8').send(await document);
    } catch (error) {
      document = undefined; // so that the next request tries again
      throw error;
    }
  });
  addReference(server);
}

/** A page that shows the document, and its script. */
function addReference(server: Server): void {
  const onSend = keepAnswers();
  for (const path of ['/reference/', '/reference/js/scalar.js']) {
    server.get(path, { ...OPEN, onSend, logLevel: 'warn' }, async (request, reply) => {
      const { readReference } = await import('./reference-pages.ts');
      const { status, headers, body } = await readReference(request.url);
      return reply.code(status).headers(headers).send(body);
    });
  }
}
