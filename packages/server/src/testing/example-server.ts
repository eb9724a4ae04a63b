/** The server used by the tests of this package. */
import { AppError, OPERATION_ROUTES } from '@fairtrial/contracts';
import { z } from 'zod';
import { readEnvApiKey } from '../auth/api-keys.ts';
import { createServer, LARGE_BODY, type ServerOptions } from '../create-server.ts';
import type { Server } from '../server.ts';
import { createLogger } from '../telemetry/create-logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';

const Item = z.object({ name: z.string(), size: z.union([z.int(), z.array(z.int())]) });
/** As a route of the table has it. */
export const READ = { config: { scope: 'read', route: 'GET /settings' } } as const;

export async function exampleServer(
  keys: readonly string[] = [],
  limits: Partial<ServerOptions['limits']> = {},
  options: Partial<ServerOptions> = {},
): Promise<Server> {
  const server = await createServer({
    api: { title: 'Test', description: '', version: '1.2.3', routes: OPERATION_ROUTES },
    logger: createLogger({ service: 'test', level: 'silent', secrets: [] }),
    metrics: createMetrics('test'),
    host: '127.0.0.1',
    apiKeys: keys.flatMap((key) => readEnvApiKey(key) ?? []),
    allowedOrigins: ['https://app.example'],
    limits: { requestsPerMinute: 100, requestsAtOnce: 100, requestsInAll: 100, ...limits },
    readiness: [],
    ...options,
  });
  server.post('/items/:id', { ...READ, schema: { body: Item } }, (request) => request.body);
  server.post('/large', { ...READ, ...LARGE_BODY, schema: { body: Item } }, ({ body }) => body);
  server.get('/fault', READ, () => {
    throw new Error('password is hunter2');
  });
  server.get('/refusal', READ, () => {
    throw new AppError('provider_rate_limit', 'later', { headers: { 'retry-after': '7' } });
  });
  server.get('/hello', READ, () => 'hello');
  return server;
}
