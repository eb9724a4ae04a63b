import { GEN_AI } from '@assay/models';
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { AgentEvent } from './agent-event.ts';

const tracer = trace.getTracer('assay');

/** One span for a run of the agent, from the first look at its events to the last. */
export async function* traceAgent(
  model: string,
  events: AsyncGenerator<AgentEvent>,
): AsyncGenerator<AgentEvent> {
  const attributes = { [GEN_AI.operation]: 'invoke_agent', [GEN_AI.requestModel]: model };
  const span = tracer.startSpan('invoke_agent', { attributes });
  const inside = trace.setSpan(context.active(), span);
  try {
    for (;;) {
      // A generator runs in the context of whoever asks for its next value.
      const next = await context.with(inside, () => events.next());
      if (next.done === true) return;
      if (next.value.type === 'agent-finished') {
        const { prompt_tokens, completion_tokens } = next.value.answer.usage;
        span.setAttributes({
          [GEN_AI.inputTokens]: prompt_tokens,
          [GEN_AI.outputTokens]: completion_tokens,
        });
      }
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
