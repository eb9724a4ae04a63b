import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from './forward.ts';
import type { Conversation } from '../batch/to-batch.ts';
import { readAsked, readReply } from './read-exchange.ts';

interface RecorderOptions {
  /** The endpoint that really answers. */
  readonly target: string;
  readonly port: number;
  /** Told of every exchange that ended well. */
  readonly onExchange: (asked: Conversation, reply: string) => void;
  readonly onFault: (fault: unknown) => void;
}

export interface Recorder extends AsyncDisposable {
  readonly url: string;
}

const HOST = '127.0.0.1';
const LOCAL = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** Stands in front of an endpoint on this machine, passes everything on, and tells what was said. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const server = createServer((request, response) => {
    handle(options, request, response).catch((fault: unknown) => {
      options.onFault(fault);
      if (!response.headersSent) response.writeHead(502).end();
      else response.destroy();
    });
  });
  server.listen(options.port, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function handle(
  { target, onExchange }: RecorderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page whose name is made to point here must not talk through us.
  if (!LOCAL.test(request.headers.host ?? '')) {
    response.writeHead(403).end();
    return;
  }
  const exchange = await forward(target, request, response);
  if (exchange === undefined || request.method !== 'POST') return;
  const asked = readAsked(exchange.asked);
  const reply = readReply(exchange.contentType, exchange.answered);
  if (asked !== undefined && reply !== undefined) onExchange(asked, reply);
}
