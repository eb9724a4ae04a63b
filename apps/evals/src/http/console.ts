import type { Server } from '@fairtrial/server';
import files from '@fastify/static';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Allows only files and API of this origin: no inline scripts or styles, no third-party content. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Fairtrial</title>
<h1>The console is not built</h1>
<p>Run <code>npm run build</code> once and load this page again. The interface of the service works
without it: <a href="/reference">/reference</a> describes it.</p>
</html>
`;

const OPEN = { config: { scope: 'open' }, logLevel: 'warn' } as const;

/**
 * Serves the console at `/` and below `/console`, where the API has no paths. Every screen is the same page, which
 * routes by its own address.
 */
export async function addConsole(server: Server, folder: string): Promise<void> {
  await server.register(async (pages) => {
    pages.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    const screens = ['/', '/console', '/console/*'];
    if (!existsSync(join(folder, 'index.html'))) {
      for (const path of screens) {
        pages.get(path, OPEN, (_, reply) => reply.type('text/html').send(NOT_BUILT));
      }
      return;
    }
    await pages.register(files, { root: folder, serve: false, preCompressed: true });
    for (const path of screens) {
      pages.get(path, OPEN, (_, reply) => reply.sendFile('index.html', { maxAge: 0 }));
    }
    pages.get('/console/icon.svg', OPEN, (_, reply) => reply.sendFile('icon.svg'));
    // Asset names contain a hash of their content.
    pages.get<{ Params: { '*': string } }>('/console/assets/*', OPEN, (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`, { maxAge: '1y', immutable: true }),
    );
  });
}
