import type { ServerResponse } from 'node:http';
import { sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';
import type { ChatMessage, ChatRequest } from './chat-request.ts';
import { findFault } from './openai-rules.ts';
import { playModel } from './play-model.ts';
import { findMissingThought } from './thinking.ts';
import { toDeltas } from './to-deltas.ts';

const USAGE = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };

export interface Provider extends Stub {
  /** Resolves when a caller of the model `<provider>/endless` has closed the connection. */
  readonly hungUp: Promise<void>;
}

/**
 * Starts an OpenAI-compatible provider that enforces the rules of real ones. The first part of a model's name selects
 * rules in addition to OpenAI's: `google/…`, `deepseek/…`, `anthropic/…`. The second part may select how the call ends:
 * `status-<code>`, `busy-once` (429 for the first call), `endless` (a stream without end) or `cut` (a stream that breaks
 * off).
 */
export async function startProvider(): Promise<Provider> {
  const hungUp = Promise.withResolvers<void>();
  const busy = new Set<string>();
  const stub = await startStub(({ path, body }, response) => {
    if (path === '/v1/models') return sendJson(response, { data: [{ id: 'openai/plain' }] });
    if (path !== '/v1/chat/completions') return refuse(response, 404, `no route ${path}`);
    const request = body as ChatRequest;
    const [, name = ''] = request.model.split('/');
    if (name.startsWith('status-'))
      return refuse(response, Number(name.slice(7)), `as ${name} says`);
    if (name === 'busy-once' && !busy.has(request.model)) {
      busy.add(request.model);
      response.setHeader('retry-after', '3'); // longer than the agent's own backoff
      return refuse(response, 429, 'Rate limit reached');
    }
    const fault = findFault(request) ?? findMissingThought(request.model, request.messages);
    if (fault !== undefined) return refuse(response, 400, fault);
    if (name === 'cut') return cutStream(request, response);
    if (name === 'endless') return streamEndlessly(request, response, hungUp.resolve);
    const message = playModel(request);
    return request.stream === true
      ? streamMessage(request, message, response)
      : sendMessage(request, message, response);
  });
  return { ...stub, hungUp: hungUp.promise };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { message, type: 'invalid_request_error', param: null, code: null };
  sendJson(response, { error }, status);
}

function finishOf(message: ChatMessage): string {
  return message.tool_calls === undefined ? 'stop' : 'tool_calls';
}

function sendMessage({ model }: ChatRequest, message: ChatMessage, response: ServerResponse): void {
  const choice = { index: 0, message, finish_reason: finishOf(message), logprobs: null };
  const frame = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model };
  sendJson(response, { ...frame, choices: [choice], usage: USAGE });
}

function chunkWriter({ model }: ChatRequest, response: ServerResponse): (fields: object) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model };
  return (fields) => response.write(`data: ${JSON.stringify({ ...frame, ...fields })}\n\n`);
}

function streamMessage(request: ChatRequest, message: ChatMessage, response: ServerResponse): void {
  const write = chunkWriter(request, response);
  for (const delta of toDeltas(message))
    write({ choices: [{ index: 0, delta, finish_reason: null }] });
  write({ choices: [{ index: 0, delta: {}, finish_reason: finishOf(message) }] });
  if (request.stream_options?.include_usage === true) write({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function cutStream(request: ChatRequest, response: ServerResponse): void {
  const write = chunkWriter(request, response);
  write({ choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] });
  setImmediate(() => response.destroy());
}

function streamEndlessly(
  request: ChatRequest,
  response: ServerResponse,
  onHangUp: () => void,
): void {
  const write = chunkWriter(request, response);
  const choices = [{ index: 0, delta: { content: 'word ' }, finish_reason: null }];
  const timer = setInterval(() => write({ choices }), 5);
  response.once('close', () => {
    clearInterval(timer);
    onHangUp();
  });
}
