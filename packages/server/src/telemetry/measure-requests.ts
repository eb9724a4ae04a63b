import type { Meter } from '@opentelemetry/api';
import type { Server } from '../server.ts';
import { statusOf } from './status-of.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** How many requests there are, how long each takes and how it ends, by route. */
export function measureRequests(server: Server, meter: Meter): void {
  const duration = meter.createHistogram('http.server.request.duration.seconds', {
    description: 'From the first byte of a request to the last of its answer',
    advice: { explicitBucketBoundaries: SECONDS },
  });
  const active = meter.createUpDownCounter('http.server.active.requests', {
    description: 'Requests under way',
  });
  server.addHook('onRequest', async (request, reply) => {
    const started = performance.now();
    active.add(1);
    reply.raw.once('close', () => {
      active.add(-1);
      duration.record((performance.now() - started) / 1000, {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? '',
        'http.response.status_code': statusOf(reply),
      });
    });
  });
}
