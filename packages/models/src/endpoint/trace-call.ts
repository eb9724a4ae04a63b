import type { Protocol } from '@assay/contracts';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { GEN_AI } from './gen-ai.ts';
import { isTracing } from './is-tracing.ts';
import type { ModelCall, ModelOutcome } from './model-call.ts';

const tracer = trace.getTracer('assay');

interface Traced {
  readonly url: string;
  /** Asked when the call is over: until then it may not be known. */
  readonly protocol: () => Protocol;
}

/** One span for a question to a model, all its tries included. No text goes into it. */
export function traceCall(
  { url, protocol }: Traced,
  call: ModelCall,
  ask: () => Promise<ModelOutcome>,
): Promise<ModelOutcome> {
  if (!isTracing()) return ask();
  const attributes = {
    [GEN_AI.operation]: 'chat',
    [GEN_AI.requestModel]: call.model,
    'server.address': URL.parse(url)?.hostname ?? '',
  };
  const options = { kind: SpanKind.CLIENT, attributes };
  return tracer.startActiveSpan(`chat ${call.model}`, options, async (span) => {
    try {
      const outcome = await ask();
      if (outcome.state === 'answered') {
        span.setAttributes({
          [GEN_AI.inputTokens]: outcome.usage?.input_tokens,
          [GEN_AI.outputTokens]: outcome.usage?.output_tokens,
        });
      } else {
        span.setAttribute('error.type', outcome.error.kind);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return outcome;
    } finally {
      // Who makes the models is not ours to know; the name says in whose manner they are spoken to.
      span.setAttribute(GEN_AI.provider, protocol());
      span.end();
    }
  });
}
