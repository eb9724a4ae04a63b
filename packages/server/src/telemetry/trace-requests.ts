import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Server } from '../server.ts';
import { statusOf } from './status-of.ts';

/** One span for each request, in the caller's trace where it sent one; what follows happens inside it. */
export function traceRequests(server: Server): void {
  const tracer = trace.getTracer('assay');
  server.addHook('onRequest', (request, reply, done) => {
    const parent = propagation.extract(context.active(), request.headers);
    const route = request.routeOptions.url;
    const span = tracer.startSpan(
      route === undefined ? request.method : `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'url.path': request.url.split('?', 1)[0] ?? '',
          'assay.request_id': request.id,
          ...(route === undefined ? {} : { 'http.route': route }),
        },
      },
      parent,
    );
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', statusOf(reply));
      if (statusOf(reply) >= 499) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), done);
  });
}
