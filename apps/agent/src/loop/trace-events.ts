import { isTracing } from '@fairtrial/models';
import { context, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

const tracer = trace.getTracer('fairtrial');

interface Traced<T> {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes: Attributes;
  /** Attributes that an event adds to the span. */
  readonly attributesOf: (event: T) => Attributes | undefined;
}

/**
 * Traces the iteration in one span, from the first `next()` to the end; spans created meanwhile become its children.
 */
export function traceEvents<T>(traced: Traced<T>, events: AsyncGenerator<T>): AsyncGenerator<T> {
  return isTracing() ? inSpan(traced, events) : events;
}

async function* inSpan<T>(
  { name, kind = SpanKind.INTERNAL, attributes, attributesOf }: Traced<T>,
  events: AsyncGenerator<T>,
): AsyncGenerator<T> {
  const span = tracer.startSpan(name, { kind, attributes });
  const inside = trace.setSpan(context.active(), span);
  try {
    for (;;) {
      // A generator body runs in the context of the caller of next().
      const next = await context.with(inside, () => events.next());
      if (next.done === true) return;
      span.setAttributes(attributesOf(next.value) ?? {});
      yield next.value;
    }
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    await events.return(undefined);
    span.end();
  }
}
