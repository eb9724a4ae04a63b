import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  NO_FAILURE,
  type Attack,
  type AttackClass,
  type ScriptedAttack,
} from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { SERVICES, type AttackRequest } from '../runner/request.ts';
import { keyOf } from '../runner/secrets.ts';

/**
 * Host names that an attacker may point at this machine, so that a browser treats a web page and the service as one
 * origin.
 */
const HOSTS = [
  'attacker.example',
  'attacker.example:80',
  '127.0.0.1.attacker.example',
  'localhost.attacker.example',
  '127.0.0.1@attacker.example',
  '169.254.169.254',
  '10.0.0.1',
  '[fd00::1]',
  'attacker.example.',
];

function attackHosts(): readonly Attack[] {
  return SERVICES.flatMap((service) =>
    HOSTS.flatMap((host) =>
      ['/livez', '/runs', '/openapi.json', '/reference/', '/'].map((path) => ({
        name: `${service} ${path} by the name ${host}`,
        request: { service, method: 'GET', path, key: 'alpha' as const, headers: { host } },
        expect: { status: [400, 421] },
      })),
    ),
  );
}

const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://attacker.example' },
  { origin: 'null' },
  { origin: 'https://127.0.0.1.attacker.example' },
  { origin: 'http://localhost.attacker.example' },
  { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'content-type': 'text/plain' },
];

/** Requests that a page of another site makes a browser send are refused, with or without a body. */
function attackOrigins({ runs, evaluation }: Environment): readonly Attack[] {
  const runPath = `/runs/${runs.alpha}`;
  const unsafe: readonly AttackRequest[] = [
    { service: 'evals', method: 'POST', path: `${runPath}/cancel` },
    { service: 'evals', method: 'POST', path: `${runPath}/retry` },
    { service: 'evals', method: 'PUT', path: `${runPath}/pin` },
    { service: 'evals', method: 'DELETE', path: `${runPath}/pin` },
    { service: 'evals', method: 'POST', path: '/evaluate', body: evaluation() },
    { service: 'evals', method: 'POST', path: `${runPath}/rescore`, body: {} },
    { service: 'agent', method: 'POST', path: '/', body: { messages: [] } },
    { service: 'agent', method: 'POST', path: '/v1/chat/completions', body: {} },
  ];
  return unsafe.flatMap((request) =>
    FOREIGN.map((headers) => ({
      name: `${request.method} ${request.path.replace(runs.alpha, '{run_id}')} from a page with ${JSON.stringify(headers)}`,
      request: { ...request, key: 'alpha' as const, headers },
      expect: { status: [403, 415] },
    })),
  );
}

/** A page of another site cannot read an answer. */
function attackReaders({ runs }: Environment): readonly Attack[] {
  return FOREIGN.flatMap((headers) =>
    ['/runs', `/runs/${runs.alpha}`, '/settings', '/livez'].map((path) => ({
      name: `GET ${path} read by a page with ${JSON.stringify(headers)}`,
      request: { service: 'evals' as const, method: 'GET', path, key: 'alpha' as const, headers },
      expect: {
        status: NO_FAILURE,
        check: ({ headers: sent }) =>
          sent['access-control-allow-origin'] === undefined
            ? undefined
            : `allows ${String(sent['access-control-allow-origin'])}`,
      },
    })),
  );
}

/** Forwarded headers about the caller are not trusted. */
function attackForwarded(): readonly Attack[] {
  const claims: readonly Readonly<Record<string, string>>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'attacker.example' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=127.0.0.1;host=attacker.example' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-original-url': '/settings' },
    { 'x-rewrite-url': '/settings' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-project': 'alpha' },
    { 'x-request-id': 'a\tb' },
    { 'x-request-id': '"><script>' },
    { traceparent: '00-zz-zz-zz' },
    { 'last-event-id': "' or 1=1 --" },
    { prefer: 'respond-async, wait=99999999999' },
    { 'idempotency-key': 'x'.repeat(5000) },
    { range: 'bytes=0-18446744073709551615' },
    { 'if-none-match': '*' },
    { 'accept-encoding': 'gzip;q=1e309' },
    { accept: '*/*,'.repeat(1000) },
    { 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=utf-7' },
    { cookie: 'a=b; '.repeat(500) },
    { te: 'trailers, chunked' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { 'x-model-id': '../../etc/passwd' },
  ];
  return claims.flatMap((headers) =>
    ['/runs', '/settings', '/metrics', '/evaluate'].map((path) => ({
      name: `${path} with ${JSON.stringify(headers).slice(0, 60)}`,
      request: {
        service: 'evals' as const,
        method: path === '/evaluate' ? 'POST' : 'GET',
        path,
        headers,
      },
      expect: { status: [400, 401, 404, 415, 431], without: ['attacker.example'] },
    })),
  );
}

const CRLF = '\r\n';
const HOST = `Host: localhost${CRLF}`;

/** Request smuggling: text that a proxy would see as one request must not be read as two. */
function smuggled(): readonly string[] {
  const inner = `DELETE /runs/smuggled HTTP/1.1${CRLF}${HOST}Authorization: Bearer ${keyOf('alpha')}${CRLF}${CRLF}`;
  const head = `POST /evaluate HTTP/1.1${CRLF}${HOST}Authorization: Bearer ${keyOf('alpha')}${CRLF}`;
  const encodings = [
    'Transfer-Encoding: chunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: identity, chunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding: "chunked"',
    'Transfer-Encoding: chunked\u000b',
    'X: y\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    ' Transfer-Encoding: chunked',
    'Transfer-Encoding\u0000: chunked',
  ];
  const withBoth = encodings.flatMap((encoding) => [
    `${head}Content-Length: 6${CRLF}${encoding}${CRLF}${CRLF}0${CRLF}${CRLF}${inner}`,
    `${head}${encoding}${CRLF}Content-Length: ${inner.length + 5}${CRLF}${CRLF}0${CRLF}${CRLF}${inner}`,
  ]);
  const lengths = ['-1', '1e3', '+5', '0x5', '5, 5', '5,6', '5 5', '', '99999999999999999999'].map(
    (length) => `${head}Content-Length: ${length}${CRLF}${CRLF}{"a":1}${inner}`,
  );
  const chunks = ['5;x=y', '0x5', '-1', '5\n', 'ffffffffffffffff', '5 '].map(
    (size) =>
      `${head}Transfer-Encoding: chunked${CRLF}${CRLF}${size}${CRLF}{"a":1}${CRLF}0${CRLF}${CRLF}${inner}`,
  );
  return [
    ...withBoth,
    ...lengths,
    ...chunks,
    `${head}Content-Length: 2${CRLF}Content-Length: 3${CRLF}${CRLF}{}${inner}`,
  ];
}

function attackFraming(): readonly ScriptedAttack[] {
  return SERVICES.flatMap((service) =>
    smuggled().map((bytes, no) => ({
      name: `${service}: a request that can be read in two ways, no. ${no + 1}`,
      async play(environment) {
        environment.countTries(1);
        const { port } = new URL(environment.service(service).url);
        const socket = connect({ port: Number(port), host: '127.0.0.1' });
        socket.setTimeout(300, () => socket.destroy());
        socket.write(bytes, 'latin1');
        const said = await text(socket).catch(() => '');
        const statuses = [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
          Number(status),
        );
        if (statuses.some((status) => status >= 500)) return `answered ${statuses.join(', ')}`;
        const isDoubtful =
          /Content-Length[^]*Transfer-Encoding|Transfer-Encoding[^]*Content-Length/i;
        if (isDoubtful.test(bytes.split(CRLF + CRLF)[0] ?? '') && statuses.length > 1)
          return `was read as two requests: ${statuses.join(', ')}`;
        return undefined;
      },
    })),
  );
}

export const attackClass: AttackClass = {
  title: 'headers and framing',
  attacks: (environment) => [
    ...attackHosts(),
    ...attackOrigins(environment),
    ...attackReaders(environment),
    ...attackForwarded(),
    ...attackFraming(),
  ],
};
