import { toAppError, toProblem, type Request } from '@assay/server';
import type { AgentEvent } from '../loop/run-agent.ts';

/** The agent's events as chat front ends read them: they append `content` and stop at `[DONE]`. */
export async function* toServerSentEvents(
  events: AsyncIterable<AgentEvent>,
  { request, signal }: { request: Request; signal: AbortSignal },
): AsyncGenerator<string> {
  yield toLine({ status: 'thinking' });
  try {
    for await (const event of events) {
      yield event.type === 'text-received'
        ? toLine({ content: event.text })
        : toLine({ message: event.message });
    }
  } catch (thrown) {
    if (signal.aborted) return;
    const error = toAppError(thrown);
    request.log.error({ err: thrown, code: error.code }, 'stream failed');
    yield toLine({ error: toProblem(error, { instance: request.url, requestId: request.id }) });
  }
  yield 'data: [DONE]\n\n';
}

function toLine(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
