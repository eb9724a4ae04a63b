import type { Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { addRoute } from '../add-route.ts';
import type { Reply, Request, Server } from '../server.ts';
import { finalStatus } from './log-requests.ts';

export interface Metrics {
  readonly meter: Meter;
  /** In Prometheus text format. */
  render(): Promise<string>;
  close(): Promise<void>;
}

export function createMetrics(service: string): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const resource = resourceFromAttributes({ 'service.name': service });
  const provider = new MeterProvider({ resource, readers: [exporter] });
  const meter = provider.getMeter('fairtrial');
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
  const loop = observeProcess(meter);
  return {
    meter,
    render: async () => serializer.serialize((await exporter.collect()).resourceMetrics),
    async close() {
      loop.disable();
      await provider.shutdown();
    },
  };
}

/** The histogram records the time between two samples, so this much of every value is not delay. */
const RESOLUTION_MS = 20;

/** Metrics of the process. Names contain units because the exporter adds none. */
function observeProcess(meter: Meter): { disable(): unknown } {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const gauge = (name: string, description: string, read: () => number): void =>
    meter.createObservableGauge(name, { description }).addCallback((result) => {
      result.observe(read());
    });
  gauge('nodejs.eventloop.delay.p99.seconds', 'Lateness of the event loop since last read', () => {
    const late = Math.max(0, loop.percentile(99) / 1e9 - RESOLUTION_MS / 1000);
    loop.reset();
    return late;
  });
  gauge('process.memory.usage.bytes', 'Resident memory', () => process.memoryUsage.rss());
  meter
    .createObservableCounter('process.cpu.seconds', { description: 'Processor time used' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / 1e6, { state: 'user' });
      result.observe(system / 1e6, { state: 'system' });
    });
  return loop;
}

export function addMetrics(server: Server, metrics: Metrics): void {
  const answer = async (_: Request, reply: Reply): Promise<Reply> =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.render());
  addRoute(server, 'GET /metrics', answer, { logLevel: 'warn' });
  server.addHook('onClose', () => metrics.close());
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Counts requests and measures their duration, by route and status. */
export function measureRequests(server: Server, meter: Meter): void {
  const duration = meter.createHistogram('http.server.request.duration.seconds', {
    description: 'From the first byte of a request to the last of its answer',
    advice: { explicitBucketBoundaries: BUCKETS_SECONDS },
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
        'http.response.status_code': finalStatus(reply),
      });
    });
  });
}
