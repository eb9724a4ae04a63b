import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';

const CLOSE_MS = 3000;

export interface Tracing {
  /** Sends what is still waiting to be sent, where somebody takes it. */
  close(log: FastifyBaseLogger): Promise<void>;
}

/**
 * Sends traces where OTEL_EXPORTER_OTLP_ENDPOINT says, and does nothing where it does not. Set up once
 * for a process: the parts that are traced ask the OpenTelemetry interface, which is silent until then.
 */
export function startTracing(service: string, endpoint: string | undefined): Tracing {
  if (endpoint === undefined) return { close: async () => undefined };
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async close(log) {
      const late = wait(CLOSE_MS, 'late', { ref: false });
      try {
        const end = await Promise.race([provider.shutdown(), late]);
        if (end === 'late') log.warn('traces were not taken in time, and are lost');
      } catch (err) {
        log.warn({ err }, 'traces could not be sent, and are lost');
      }
    },
  };
}
