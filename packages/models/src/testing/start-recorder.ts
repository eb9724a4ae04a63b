import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a recorder received. */
interface SeenRequest {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** An endpoint that records requests. */
export interface Recorder extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
}

/** `answer` gets the number of the request, counted from 1. */
export async function startRecorder(
  answer: (response: ServerResponse, no: number) => unknown,
): Promise<Recorder> {
  const seen: SeenRequest[] = [];
  const record = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const line = `${request.method} ${request.url}`;
    const json = body === '' ? undefined : (JSON.parse(body) as unknown);
    seen.push({ line, headers: request.headers, body: json });
    answer(response, seen.length);
  };
  const server = createServer((request, response) => void record(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Sends JSON; a client that retries does not wait. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
  response.end(JSON.stringify(value));
}
