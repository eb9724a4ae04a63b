import { Problem } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { startService, type Service } from '../support/services/start-service.ts';
import { junk, malformedFor, token, type Malformed } from './malformed-request.ts';

const LANES = 32;
const SENT_EACH = 8000;
const SOCKETS_EACH = 2000;

/** The error format of OpenAI's clients, which routes below /v1 use. */
const OpenAiError = z.object({ error: z.object({ message: z.string(), type: z.string() }) });

/** Returns the fault of an answer; `undefined` if there is none. */
function findFault(status: number, type: string, answer: string): string | undefined {
  if (status >= 500) return 'a server error';
  if (status < 400) return undefined;
  if (type.startsWith('application/json') && OpenAiError.safeParse(JSON.parse(answer)).success)
    return undefined;
  if (!type.startsWith('application/problem+json')) return `not a problem but ${type}`;
  const problem = Problem.safeParse(JSON.parse(answer));
  return problem.success && problem.data.status === status ? undefined : 'no valid problem';
}

async function sendAll(service: Service, requests: readonly Malformed[]): Promise<string[]> {
  const dispatcher = new Agent({ connections: LANES });
  const faults: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let one = requests[next++]; one !== undefined; one = requests[next++]) {
      const { method: verb, path: at, headers: sent, body: bytes = null } = one;
      const options = { dispatcher, method: verb as 'GET', headers: sent, body: bytes };
      const answer = await request(service.url + at, options);
      const said = await answer.body.text();
      const type = String(answer.headers['content-type']);
      // An answer to HEAD has a status but no body.
      const isHead = verb === 'HEAD' && answer.statusCode < 500;
      const fault = isHead ? undefined : findFault(answer.statusCode, type, said);
      if (fault) faults.push(`${fault}: ${JSON.stringify(one)} -> ${answer.statusCode} ${said}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await dispatcher.close();
  return faults;
}

const CRLF = '\r\n';
const host = `Host: localhost${CRLF}`;
const chunked = `Transfer-Encoding: chunked${CRLF}`;
const length = (bytes: number): string => `Content-Length: ${bytes}${CRLF}`;
const inner = `GET /runs/smuggled HTTP/1.1${CRLF}${host}${CRLF}`;

/** Bytes that are almost HTTP, or have two readings. */
const COMPLETE = new Set([
  `POST /evaluate HTTP/1.1${CRLF}${host}${length(6)}${chunked}${CRLF}0${CRLF}${CRLF}${inner}`,
  `POST /evaluate HTTP/1.1${CRLF}${host}${chunked}${length(4)}${CRLF}5c${CRLF}${inner}`,
  `POST / HTTP/1.1${CRLF}${host}${length(5)}${length(9)}${CRLF}{"a":1}`,
  `POST / HTTP/1.1${CRLF}${host}Transfer-Encoding: xchunked${CRLF}${CRLF}0${CRLF}${CRLF}`,
  `POST / HTTP/1.1${CRLF}${host}Transfer-Encoding: chunked, identity${CRLF}${CRLF}0${CRLF}${CRLF}`,
  `POST / HTTP/1.1${CRLF}${host}Transfer-Encoding : chunked${CRLF}${CRLF}0${CRLF}${CRLF}`,
  `POST / HTTP/1.1${CRLF}${host}${chunked}${CRLF}zz${CRLF}{}${CRLF}0${CRLF}${CRLF}`,
  `POST / HTTP/1.1${CRLF}${host}Content-Length: -1${CRLF}${CRLF}{}`,
  `POST / HTTP/1.1${CRLF}${host}Content-Length: 1e3${CRLF}${CRLF}{}`,
  `GET / HTTP/1.1${CRLF}${CRLF}`,
  `GET / HTTP/1.1${CRLF}${host}${host}${CRLF}`,
  `GET / HTTP/9.9${CRLF}${host}${CRLF}`,
  `GET http://evil.example/ HTTP/1.1${CRLF}${host}${CRLF}`,
  `GET /a b HTTP/1.1${CRLF}${host}${CRLF}`,
  `GET / HTTP/1.1\n${host}\n`,
  `GET / HTTP/1.1${CRLF}${host}X: a${CRLF} folded${CRLF}${CRLF}`,
  `GET / HTTP/1.1${CRLF}${host}Upgrade: h2c${CRLF}Connection: Upgrade${CRLF}${CRLF}`,
  `CONNECT evil.example:443 HTTP/1.1${CRLF}${host}${CRLF}`,
  `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`,
  `GET /${'x'.repeat(20_000)} HTTP/1.1${CRLF}${host}${CRLF}`,
  `POST /evaluate HTTP/1.1${CRLF}${host}Expect: 100-continue${CRLF}${length(2)}${CRLF}{}`,
  `POST /evaluate HTTP/1.1${CRLF}${host}Expect: nonsense${CRLF}${length(2)}${CRLF}{}`,
]);

const raw = fc.oneof(
  junk,
  fc.constantFrom(...COMPLETE),
  fc.constant(`POST / HTTP/1.1${CRLF}${host}${chunked}${CRLF}ffffffffffffffff${CRLF}{}`),
  // half-sent: the headers announce more than is sent
  fc
    .tuple(fc.nat(60), fc.integer({ min: 61, max: 30_000_000 }))
    .map(
      ([sent, promised]) =>
        `POST /evaluate HTTP/1.1${CRLF}${host}Content-Type: application/json${CRLF}` +
        `${length(promised)}${CRLF}${'{'.repeat(sent)}`,
    ),
  fc.tuple(token, token, junk).map(([verb, at, rest]) => `${verb} /${at} HTTP/1.1${CRLF}${rest}`),
);

async function sendBytes(service: Service, bytes: string): Promise<string[]> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
  // A complete request waits for the answer; an incomplete one hangs up.
  if (COMPLETE.has(bytes)) socket.once('data', () => socket.end()).write(bytes, 'latin1');
  else socket.end(Buffer.from(bytes, 'latin1'));
  const said = await text(socket).catch(() => '');
  const answers = answersIn(said);
  if (answers.length === 0 && COMPLETE.has(bytes)) return [`no answer: ${JSON.stringify(bytes)}`];
  return answers.flatMap(({ status, type, content }) => {
    const fault = findFault(status, type, content);
    return fault
      ? [`${fault}: ${JSON.stringify(bytes.slice(0, 300))} -> ${said.slice(0, 600)}`]
      : [];
  });
}

function answersIn(said: string): { status: number; type: string; content: string }[] {
  return said.split(/(?=HTTP\/1\.1 \d{3} )/).flatMap((answer) => {
    const [head = '', content = ''] = answer.split(`${CRLF}${CRLF}`);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
    return Number.isNaN(status) ? [] : [{ status, type, content }];
  });
}

describe('malformed requests', () => {
  for (const name of ['agent', 'evals'] as const) {
    it(`never make ${name} fail: each is refused with a valid problem`, async (t) => {
      const seed = Date.now();
      t.diagnostic(`seed ${seed}`);
      await using agent = await startService('agent');
      const env = { ENDPOINT_RETRIES: '0', AGENT_URL: agent.url };
      await using service = await startService(name, name === 'evals' ? env : {});
      const faults = await sendAll(
        service,
        fc.sample(malformedFor(name), { numRuns: SENT_EACH, seed }),
      );
      const bytes = fc.sample(raw, { numRuns: SOCKETS_EACH, seed });
      for (let at = 0; at < bytes.length; at += LANES) {
        const some = bytes.slice(at, at + LANES).map((one) => sendBytes(service, one));
        faults.push(...(await Promise.all(some)).flat());
      }
      assert.deepEqual(faults.slice(0, 5), [], `${faults.length} faults`);
      assert.equal((await fetch(`${service.url}/livez`)).status, 200);
      assert.equal(service.process.exitCode, null);
    });

    it(`with oversized bodies are refused by ${name} while they are received`, async () => {
      await using service = await startService(name);
      const sent = { 'content-type': 'application/json', 'x-model-id': 'a/b' };
      const response = await fetch(`${service.url}/${name === 'agent' ? '' : 'evaluate'}`, {
        method: 'POST',
        headers: sent,
        body: `"${'x'.repeat(17 * 1024 * 1024)}"`,
      });
      assert.equal(response.status, 413);
      assert.equal(Problem.parse(await response.json()).code, 'body_too_large');
    });
  }
});
