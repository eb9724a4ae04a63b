import { toAppError, toProblem, type Request, type ServerEvent } from '@assay/server';
import type { AgentEvent } from '../loop/agent-event.ts';
import { toResponseMessage } from './to-response-message.ts';

/** The agent's events as chat front ends read them: they append `content` and stop at `[DONE]`. */
export async function* toServerEvents(
  events: AsyncIterable<AgentEvent>,
  { request, signal }: { request: Request; signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  yield { data: { status: 'thinking' } };
  try {
    for await (const event of events) yield { data: toData(event) };
  } catch (thrown) {
    if (signal.aborted) return;
    const error = toAppError(thrown);
    request.log.error({ err: thrown, code: error.code }, 'stream failed');
    const at = { instance: request.url, requestId: request.id };
    yield { data: { error: toProblem(error, at) } };
  }
  yield { data: '[DONE]' };
}

function toData(event: AgentEvent): object {
  switch (event.type) {
    case 'text-received':
      return { content: event.text };
    case 'tool-called': {
      const { id, name, arguments: args } = event;
      return { tool_call: { id, name, arguments: args } };
    }
    case 'tool-answered': {
      const { id, name, result, failed } = event.step;
      return { tool_result: { id, name, content: result, failed } };
    }
    case 'agent-finished':
      return { message: toResponseMessage(event.answer) };
    default:
      return event satisfies never;
  }
}
