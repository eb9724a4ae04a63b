import { GEN_AI, isTracing, type CompletionToolCall } from '@assay/models';
import { SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('assay');

/** One span for a tool at work. Neither its arguments nor its result go into it. */
export function traceTool<T>({ id, name }: CompletionToolCall, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return run();
  const attributes = {
    [GEN_AI.operation]: 'execute_tool',
    [GEN_AI.toolName]: name,
    [GEN_AI.toolCallId]: id,
  };
  return tracer.startActiveSpan(`execute_tool ${name}`, { attributes }, async (span) => {
    try {
      return await run();
    } catch (thrown) {
      span.setAttribute('error.type', thrown instanceof Error ? thrown.name : '_OTHER');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw thrown;
    } finally {
      span.end();
    }
  });
}
