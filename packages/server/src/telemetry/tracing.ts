import {
  context,
  createContextKey,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import type { FastifyRequest } from 'fastify';
import type { Server } from '../server.ts';
import type { Tracing } from './export-traces.ts';
import { finalStatus } from './log-requests.ts';

const CONVERSATION = createContextKey('conversation');
/** Receives traces. */
const TRACES_ROUTE = '/v1/traces';

interface ExportConfig {
  readonly otlpEndpoint: string | undefined;
  readonly otlpHeaders: Readonly<Record<string, string>>;
}

/**
 * Exports traces to OTEL_EXPORTER_OTLP_ENDPOINT; does nothing if it is not set. Call once per process: instrumented
 * code uses the OpenTelemetry API, which drops spans until then.
 */
export async function startTracing(
  service: string,
  { otlpEndpoint: endpoint, otlpHeaders: headers }: ExportConfig,
): Promise<Tracing> {
  if (endpoint === undefined) return { close: async () => undefined };
  const { exportTraces } = await import('./export-traces.ts');
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return exportTraces({ service, url, headers, conversation: CONVERSATION });
}

/** Creates one span per request, in the caller's trace if it sent one; the request is handled inside the span. */
export function traceRequests(server: Server): void {
  const tracer = trace.getTracer('fairtrial');
  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url;
    // A service that sends its traces to itself would trace sending them, without end.
    if (route === TRACES_ROUTE) {
      context.with(suppressTracing(context.active()), done);
      return;
    }
    const parent = inConversation(propagation.extract(context.active(), request.headers), request);
    const span = tracer.startSpan(
      route === undefined ? request.method : `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'url.path': request.url.split('?', 1)[0] ?? '',
          'fairtrial.request_id': request.id,
          ...(route === undefined ? {} : { 'http.route': route }),
        },
      },
      parent,
    );
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', finalStatus(reply));
      if (finalStatus(reply) >= 499) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), done);
  });
}

const MAX_CONVERSATION_LENGTH = 200;

/** Callers name the conversation of a request; the evaluation service names the attempt. Other text is ignored. */
function inConversation(parent: Context, { headers }: FastifyRequest): Context {
  const named = headers['x-conversation-id'] ?? headers['x-fairtrial-conversation'];
  const isSafe =
    typeof named === 'string' &&
    named.length <= MAX_CONVERSATION_LENGTH &&
    /^[\x21-\x7E]+$/.test(named);
  return isSafe ? parent.setValue(CONVERSATION, named) : parent;
}
