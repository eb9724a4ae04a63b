import { toAppError, toProblem, type Request, type ServerEvent } from '@assay/server';
import type { AgentEvent } from '../loop/run-agent.ts';

/** The agent's events as chat front ends read them: they append `content` and stop at `[DONE]`. */
export async function* toServerEvents(
  events: AsyncIterable<AgentEvent>,
  { request, signal }: { request: Request; signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  yield { data: { status: 'thinking' } };
  try {
    for await (const event of events) {
      yield event.type === 'text-received'
        ? { data: { content: event.text } }
        : { data: { message: event.message } };
    }
  } catch (thrown) {
    if (signal.aborted) return;
    const error = toAppError(thrown);
    request.log.error({ err: thrown, code: error.code }, 'stream failed');
    const at = { instance: request.url, requestId: request.id };
    yield { data: { error: toProblem(error, at) } };
  }
  yield { data: '[DONE]' };
}
