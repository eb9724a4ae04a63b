import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequest } from '../support/calls/evaluate.ts';

/** A request that may be malformed. */
export interface Malformed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export const junk = fc.string({ unit: 'binary', maxLength: 200 });
export const token = fc.stringMatching(/^[!-~]{1,40}$/);
const anywhere = fc.oneof(
  fc.constantFrom('/compare?baseline=x&candidate=y&margin=z', '/openapi.json'),
  fc.webPath().map((one) => (one.startsWith('/') ? one : `/${one}`)),
  token.map((one) => `/${one.replaceAll('#', '')}`),
  fc.constantFrom(
    '/%',
    '/%00',
    '/%c0%ae%c0%ae/',
    '/../../etc/passwd',
    '/runs/%2e%2e',
    '/?stream=%',
  ),
);
/** Path parameters: valid, meaningless, or a run that does not exist. */
const segment = fc.oneof(token, fc.uuid(), fc.nat().map(String)).map(encodeURIComponent);

/** Every route of the service, and unknown paths. */
function anyPath(service: string): fc.Arbitrary<string> {
  const { paths } = JSON.parse(
    readFileSync(new URL(`../../docs/openapi/${service}.json`, import.meta.url), 'utf8'),
  ) as { paths: object };
  const named = fc
    .tuple(fc.constantFrom(...Object.keys(paths)), fc.infiniteStream(segment))
    .map(([route, segments]) => route.replaceAll(/\{\w+\}/g, () => String(segments.next().value)));
  return fc.oneof({ weight: 3, arbitrary: named }, { weight: 2, arbitrary: anywhere });
}

const method = fc.constantFrom(
  'GET',
  'POST',
  'POST',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
);
const header = fc.oneof(
  fc.constantFrom(
    'application/json',
    'text/plain',
    'application/json; charset=latin1',
    '',
    ';;',
    '*/*',
  ),
  token,
);
const headers = fc.record(
  {
    'content-type': header,
    accept: header,
    'x-model-id': fc.oneof(token, fc.constant('a/b'), fc.uuid()),
    prefer: token,
    'x-request-id': token,
    authorization: token,
    'last-event-id': token,
    traceparent: token,
    origin: token,
  },
  { requiredKeys: [] },
);

const WHOLE = createRequest() as Record<string, unknown>;
/** A valid request with one invalid field, at any depth. */
const spoilt = fc
  .tuple(fc.constantFrom(...Object.keys(WHOLE), 'messages', 'interactions'), fc.jsonValue())
  .map(([field, value]) => JSON.stringify({ ...WHOLE, [field]: value }));
const deep = fc
  .integer({ min: 10, max: 20_000 })
  .map((depth) => `{"test_batch":${'['.repeat(depth)}${']'.repeat(depth)}}`);
const body = fc.oneof(
  { weight: 4, arbitrary: spoilt },
  { weight: 4, arbitrary: fc.json({ maxDepth: 5 }) },
  { weight: 2, arbitrary: junk },
  { weight: 2, arbitrary: fc.tuple(spoilt, fc.nat(400)).map(([good, cut]) => good.slice(0, cut)) },
  { weight: 1, arbitrary: deep },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'null', '[]', '{"__proto__": 1}', '\uFEFF{}', 'NaN'),
  },
);
export function malformedFor(service: string): fc.Arbitrary<Malformed> {
  const path = anyPath(service);
  return fc
    .record({ method, path, headers, body: fc.option(body, { nil: undefined }) })
    .map((one) =>
      ['GET', 'HEAD', 'OPTIONS'].includes(one.method) ? { ...one, body: undefined } : one,
    );
}
