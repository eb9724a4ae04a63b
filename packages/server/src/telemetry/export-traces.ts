import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';

const CLOSE_TIMEOUT_MS = 3000;

export interface Tracing {
  /** Flushes the spans that have not been sent. */
  close(log: FastifyBaseLogger): Promise<void>;
}

interface ExportOptions {
  readonly service: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Key of the conversation in a context. */
  readonly conversation: symbol;
}

/** Sends the spans of this process to `url`. */
export function exportTraces({ service, url, headers, conversation }: ExportOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      addConversation(conversation),
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async close(log) {
      const late = wait(CLOSE_TIMEOUT_MS, 'late', { ref: false });
      try {
        const end = await Promise.race([provider.shutdown(), late]);
        if (end === 'late') log.warn('traces were not accepted in time and are lost');
      } catch (err) {
        log.warn({ err }, 'traces could not be sent and are lost');
      }
    },
  };
}

/** Gives every span of a request its conversation, so that the spans of several requests can be read as one. */
function addConversation(key: symbol): SpanProcessor {
  return {
    onStart: (span, parent) => {
      const conversation = parent.getValue(key);
      if (typeof conversation === 'string') {
        span.setAttribute('gen_ai.conversation.id', conversation);
      }
    },
    onEnd: () => undefined,
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
}
