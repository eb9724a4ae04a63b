import type { Server } from '../server.ts';
import type { Metrics } from './create-metrics.ts';

/** `GET /metrics`. */
export function addMetrics(server: Server, metrics: Metrics): void {
  server.get(
    '/metrics',
    {
      logLevel: 'warn',
      config: { scope: 'metrics' },
      schema: { tags: ['operations'], summary: 'Measurements, as Prometheus reads them' },
    },
    async (_, reply) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.render()),
  );
  server.addHook('onClose', () => metrics.close());
}
