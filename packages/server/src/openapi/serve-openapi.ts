import type { Api } from '@fairtrial/contracts';
import { addRoute } from '../add-route.ts';
import type { Reply, Request, Server } from '../server.ts';
import { describeRoutes } from './describe-routes.ts';
import { keepAnswers } from './keep-answers.ts';

/** `/openapi.json`, and `/reference/`, a page that shows it. The page is loaded when it is first asked for. */
export function serveOpenapi(server: Server, api: Api): void {
  const onSend = keepAnswers();
  let document: string | undefined;
  const answer = async (_: Request, reply: Reply): Promise<Reply> => {
    document ??= JSON.stringify(describeRoutes(api));
    return reply.type('application/json; charset=utf-8').send(document);
  };
  addRoute(server, 'GET /openapi.json', answer, { onSend });
  const open = { config: { scope: 'open' }, onSend, logLevel: 'warn' } as const;
  for (const path of ['/reference/', '/reference/js/scalar.js']) {
    server.get(path, open, async (request, reply) => {
      const { readReference } = await import('./reference-pages.ts');
      const { status, headers, body } = await readReference(request.url);
      return reply.code(status).headers(headers).send(body);
    });
  }
}
