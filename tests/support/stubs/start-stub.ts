import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** An HTTP server whose answers the test defines; it records its requests. */
export interface Stub extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
}

export type Respond = (request: SeenRequest, response: ServerResponse) => unknown;

export async function startStub(respond: Respond, port = 0): Promise<Stub> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const answer = (body: string): unknown => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: body === '' ? undefined : (JSON.parse(body) as unknown),
      };
      requests.push(request);
      return respond(request, response);
    };
    // A client that is killed breaks off its request.
    void text(incoming).then(answer, () => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A chat completion with every field that the contract reports. Without `model` the answer does not name its model. */
export function chatCompletion(content: string, model?: string): object {
  return {
    id: 'chatcmpl-42',
    object: 'chat.completion',
    created: 0,
    model,
    system_fingerprint: 'fp_1',
    service_tier: 'default',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
  };
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the body of the last request. */
export function lastBody(stub: Stub): ChatBody {
  const request = stub.requests.at(-1);
  if (request === undefined) throw new Error('the stub got no request');
  return request.body as ChatBody;
}
