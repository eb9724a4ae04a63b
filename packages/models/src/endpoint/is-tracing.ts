import { ProxyTracerProvider, trace } from '@opentelemetry/api';

/** Spans that nobody keeps would still cost a tenth of a call. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  return (
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('assay') !== undefined
  );
}
