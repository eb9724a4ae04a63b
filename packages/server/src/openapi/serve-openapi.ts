import type { Api } from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import { addRoute } from '../add-route.ts';
import type { Reply, Request, Server } from '../server.ts';
import { describeRoutes } from './describe-routes.ts';

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

interface KeptAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
}

type SendHook = (request: Request, reply: Reply, payload: unknown) => Promise<unknown>;

/**
 * An `onSend` hook for routes whose answer never changes. All callers share the same bytes, so that many slow readers
 * need no more memory than one. A caller that already has the answer (`If-None-Match`) gets 304.
 */
function keepAnswers(): SendHook {
  const kept = new Map<string, KeptAnswer>();
  return async (request, reply, payload) => {
    const { url = '' } = request.routeOptions;
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const answer = kept.get(url) ?? toKept(payload);
    kept.set(url, answer);
    reply.headers({ etag: answer.etag, 'cache-control': 'no-cache' });
    if (!isKnown(request.headers['if-none-match'], answer.etag)) return answer.bytes;
    reply.code(304);
    return null;
  };
}

function toKept(text: string): KeptAnswer {
  const bytes = Buffer.from(text);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** RFC 9110: the header is a list of tags, compared weakly, or `*`. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === etag || tag === '*');
}
