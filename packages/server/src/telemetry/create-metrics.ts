import type { Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Metrics {
  readonly meter: Meter;
  /** As Prometheus reads them. */
  render(): Promise<string>;
  close(): Promise<void>;
}

export function createMetrics(service: string): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const resource = resourceFromAttributes({ 'service.name': service });
  const provider = new MeterProvider({ resource, readers: [exporter] });
  const meter = provider.getMeter('assay');
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

/** The histogram counts from one look to the next, so this much of every value is no delay. */
const RESOLUTION_MS = 20;

/** How the process itself is doing. (The exporter adds no units to names: ours carry them.) */
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
