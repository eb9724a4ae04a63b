import { Agent, request as httpRequest } from 'node:http';
import type { AttackRequest } from './request.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** Wall time. */
  readonly elapsedMs: number;
}

const TIMEOUT_MS = 60_000;
const connections = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request unchanged. Rejects if the connection ends without an answer. */
export function send(
  url: string,
  { method, path, headers = {}, body }: Omit<AttackRequest, 'service' | 'key'>,
): Promise<Answer> {
  const startedAt = performance.now();
  const { hostname, port } = new URL(url);
  const payload = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = httpRequest({
    agent: connections,
    hostname,
    port,
    method,
    path,
    timeout: TIMEOUT_MS,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    },
  });
  sent.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('error', reject);
    response.on('end', () => {
      const elapsedMs = performance.now() - startedAt;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, elapsedMs });
    });
  });
  sent.on('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
  sent.on('error', reject);
  sent.end(payload);
  return promise;
}

/** Returns the value of a JSON answer; `undefined` if it is not JSON. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
