import type { Server } from '../server.ts';

/** Which methods a path would take: what turns a 404 into an honest 405. */
export function allowedMethods(server: Server): (path: string) => readonly string[] {
  const routes: { readonly pattern: URLPattern; readonly methods: readonly string[] }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return;
    routes.push({
      pattern: new URLPattern({ pathname: url }),
      methods: typeof method === 'string' ? [method] : method,
    });
  });
  return (path) => {
    const pathname = path.length > 1 ? path.replace(/\/$/, '') : path;
    const matching = routes.filter((route) => route.pattern.test({ pathname }));
    return [...new Set(matching.flatMap((route) => route.methods))].toSorted();
  };
}
