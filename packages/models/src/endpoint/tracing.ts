import type { Protocol } from '@fairtrial/contracts';
import { ProxyTracerProvider, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ModelCall, ModelOutcome } from '../calls/model-call.ts';

/** OpenTelemetry attribute names for generative AI; the convention is not stable yet. */
export const GEN_AI_ATTRIBUTES = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  toolName: 'gen_ai.tool.name',
  toolCallId: 'gen_ai.tool.call.id',
  requestModel: 'gen_ai.request.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
} as const;

const tracer = trace.getTracer('fairtrial');

interface Traced {
  readonly url: string;
  /** Read after the call, because `auto` may not be resolved before. */
  readonly protocol: () => Protocol;
}

/** Creates one span for a model call with all its tries. The span contains no message text. */
export function traceCall(
  { url, protocol }: Traced,
  call: ModelCall,
  run: () => Promise<ModelOutcome>,
): Promise<ModelOutcome> {
  if (!isTracing()) return run();
  const attributes = {
    [GEN_AI_ATTRIBUTES.operation]: 'chat',
    [GEN_AI_ATTRIBUTES.requestModel]: call.model,
    'server.address': URL.parse(url)?.hostname ?? '',
  };
  const options = { kind: SpanKind.CLIENT, attributes };
  return tracer.startActiveSpan(`chat ${call.model}`, options, async (span) => {
    try {
      const outcome = await run();
      if (outcome.state === 'answered') {
        span.setAttributes({
          [GEN_AI_ATTRIBUTES.inputTokens]: outcome.usage?.input_tokens,
          [GEN_AI_ATTRIBUTES.outputTokens]: outcome.usage?.output_tokens,
        });
      } else {
        span.setAttribute('error.type', outcome.error.kind);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return outcome;
    } finally {
      // The vendor of the model is unknown; the protocol is the closest value.
      span.setAttribute(GEN_AI_ATTRIBUTES.provider, protocol());
      span.end();
    }
  });
}

/** True if spans are exported. Without this check, unused spans would take 10 % of the time of a call. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  return (
    !(provider instanceof ProxyTracerProvider) ||
    provider.getDelegateTracer('fairtrial') !== undefined
  );
}
