import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Answers a call with a fault that real model endpoints show. */
type Fault = (response: ServerResponse) => void;

const JSON_TYPE = { 'content-type': 'application/json' };
const DRIP_INTERVAL_MS = 500;
const JSON_DEPTH = 20_000;
const CHUNK_BYTES = 64 * 1024;

/** 200 MB of zeros in 200 kB; created on first use. */
let gzipBomb: Promise<Buffer> | undefined;

/** A valid answer with this text, inserted without escaping. */
function reply(json: string | Buffer): Fault {
  return (response) => {
    const [before, after] = ['{"choices":[{"message":{"role":"assistant","content":"', '"}}]}'];
    response.writeHead(200, JSON_TYPE);
    response.end(Buffer.concat([Buffer.from(before), Buffer.from(json), Buffer.from(after)]));
  };
}

function status(code: number, headers: () => Record<string, string> = () => ({})): Fault {
  return (response) => {
    response.writeHead(code, { ...JSON_TYPE, ...headers() });
    response.end(JSON.stringify({ error: { message: `simulated ${code}`, type: 'simulated' } }));
  };
}

/** Alternates between seconds and an HTTP date; both are valid. */
let rateLimited = 0;
function retryAfter(): Record<string, string> {
  rateLimited += 1;
  const date = new Date(Date.now() + 1000).toUTCString();
  return { 'retry-after': rateLimited % 2 === 1 ? '1' : date };
}

export const faults: Readonly<Record<string, Fault>> = {
  'reset-before': (response) => response.socket?.resetAndDestroy(),
  'reset-mid-body': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
    response.write('{"choices":[', () => response.socket?.resetAndDestroy());
  },
  'status-401': status(401),
  'status-403': status(403),
  'status-404': status(404),
  'status-429': status(429, retryAfter),
  'status-500': status(500),
  'status-503': status(503),
  'truncated-json': (response) => response.writeHead(200, JSON_TYPE).end('{"choices":[{"mess'),
  'html-200': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><html></html>'),
  'empty-200': (response) => response.writeHead(200, JSON_TYPE).end(),
  'redirect-302': (response) => response.writeHead(302, { location: '/ledger' }).end(),
  'endless-body': (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(CHUNK_BYTES, 'x')));
    };
    response.on('drain', more);
    more();
  },
  'gzip-bomb': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    response.flushHeaders(); // compression takes seconds on a busy machine
    gzipBomb ??= promisify(gzip)(Buffer.alloc(200 * 1024 * 1024));
    void gzipBomb.then((packed) => response.end(packed));
  },
  'deep-json': (response) => {
    const body = `{"content":${'['.repeat(JSON_DEPTH)}${']'.repeat(JSON_DEPTH)}}`;
    response.writeHead(200, JSON_TYPE).end(body);
  },
  'nul-reply': reply('before\\u0000after'),
  'lone-surrogate': reply('half a smile \\ud83d'),
  'invalid-utf8': reply(Buffer.from([0x63, 0x61, 0x66, 0xe9])),
  drip: (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('x'), DRIP_INTERVAL_MS);
    response.once('close', () => clearInterval(timer));
  },
  stall: () => undefined,
};
