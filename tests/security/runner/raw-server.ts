import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A request exactly as it arrived. */
export interface RawRequest {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A server that reads bytes by itself, so that no HTTP parser hides what was sent. */
export interface RawServer extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  readonly connections: () => number;
  readonly requests: () => readonly RawRequest[];
  /** Returns the requests and forgets them. */
  takeRequests(): readonly RawRequest[];
  /** Bytes that are not a request, if there were any. */
  readonly fault: () => string | undefined;
}

const END_OF_HEAD = '\r\n\r\n';
const REQUEST_LINE = /^(GET|POST|PUT) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([^\r\n]*)$/;

/** Answers each request with `answer` as JSON. */
export async function startRawServer(answer: () => unknown): Promise<RawServer> {
  let requests: RawRequest[] = [];
  let connections = 0;
  let fault: string | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let received = '';
    socket.on('error', () => undefined);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += String(chunk);
      for (;;) {
        const read = takeRequest(received);
        if (read === undefined) return;
        received = read.rest;
        if (typeof read.request === 'string') fault ??= read.request;
        else requests.push(read.request);
        socket.write(toResponse(answer()), 'latin1');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    connections: () => connections,
    requests: () => requests,
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    fault: () => fault,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

/** Takes the first request from the bytes received; `undefined` if it is not complete yet. */
function takeRequest(
  received: string,
): { readonly request: RawRequest | string; readonly rest: string } | undefined {
  const end = received.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const [first = '', ...lines] = received.slice(0, end).split('\r\n');
  const path = REQUEST_LINE.exec(first)?.[2];
  const headers = lines.map((line) => HEADER_LINE.exec(line));
  const wrong = path === undefined ? first : lines.find((_, at) => headers[at] === null);
  const known = headers.map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const);
  const length = known.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  const start = end + END_OF_HEAD.length;
  const bodyEnd = start + Number(length ?? 0);
  if (received.length < bodyEnd) return undefined;
  const request =
    wrong === undefined
      ? { path: path ?? '', headers: known }
      : `this line arrived: ${wrong.slice(0, 100)}`;
  return { request, rest: received.slice(bodyEnd) };
}

function toResponse(value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('latin1');
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
