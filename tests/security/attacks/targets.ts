import { Target } from '@fairtrial/contracts';
import { bindCredentials, createEgress, type Credentials, type Egress } from '@fairtrial/egress';
import { createEndpoint, type ModelCall } from '@fairtrial/models';
import { seededRandom } from '@fairtrial/statistics';
import { REFUSED, type Attack, type AttackClass, type ScriptedAttack } from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { hostileTarget, type HostileTarget } from '../runner/hostile-target.ts';
import { startRawServer, type RawRequest, type RawServer } from '../runner/raw-server.ts';
import { SECRETS } from '../runner/secrets.ts';

const TARGETS = 2000;
const IN_A_SCRIPT = 250;
/** Fewer requests would mean that nearly all targets are refused, so that sending is not tested. */
const LEAST_SENT = 50;

/** Headers that are sent with every request. All others must be in the template. */
const OWN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'user-agent',
  'x-fairtrial-turn',
]);

interface Servers {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly endpoint: RawServer;
  /** No request may reach it. */
  readonly other: RawServer;
}

/** Plays hostile templates, values and session ids against a server that records each byte. */
function attackTemplates(): readonly ScriptedAttack[] {
  return Array.from({ length: TARGETS / IN_A_SCRIPT }, (_, no) => ({
    name: `hostile targets ${no * IN_A_SCRIPT} to ${(no + 1) * IN_A_SCRIPT - 1}`,
    async play(environment: Environment) {
      let answer: unknown;
      await using endpoint = await startRawServer(() => answer);
      await using other = await startRawServer(() => ({ said: 'Hi' }));
      const egress = createEgress({ mode: 'local', allowedOrigins: [] });
      const credential = { url: endpoint.url, header: 'authorization', secret: SECRETS.endpoint };
      const credentials = bindCredentials([credential]);
      const random = seededRandom(no);
      let sent = 0;
      try {
        for (let at = 0; at < IN_A_SCRIPT; at += 1) {
          environment.countTries(1);
          const hostile = hostileTarget(random, other.host);
          answer = { said: 'Hi', id: hostile.session };
          const fault = await playTarget({ egress, credentials, endpoint, other }, hostile);
          if (fault !== undefined) return `${JSON.stringify(hostile).slice(0, 300)}: ${fault}`;
          sent += endpoint.takeRequests().length;
        }
      } finally {
        await egress.close();
      }
      return sent < LEAST_SENT ? `only ${sent} requests were sent` : undefined;
    },
  }));
}

/** Returns the fault; `undefined` if the target was refused, or if only the right requests were sent. */
async function playTarget(
  { egress, credentials, endpoint, other }: Servers,
  { target, model, message }: HostileTarget,
): Promise<string | undefined> {
  const { data: accepted } = Target.safeParse(target);
  if (accepted === undefined) return undefined;
  const under = createEndpoint({
    egress,
    credentials,
    deadlineMs: 5000,
    retries: 0,
    url: `${endpoint.url}/v1/chat`,
    protocol: 'auto',
    target: accepted,
  });
  let exchanges = 0;
  const turn: ModelCall = {
    model,
    messages: [{ role: 'user', content: message }],
    parameters: {},
    headers: { 'idempotency-key': 'k', 'x-fairtrial-turn': '0' },
    onExchange: () => void (exchanges += 1),
    signal: new AbortController().signal,
  };
  const first = await under.call(turn);
  const { session } = first;
  if (session !== undefined) await under.call({ ...turn, session });
  if (other.connections() > 0) return 'another origin was connected';
  if (endpoint.fault() !== undefined) return endpoint.fault();
  const requests = endpoint.requests();
  if (requests.length !== exchanges) {
    return `${exchanges} requests were sent, but ${requests.length} arrived`;
  }
  return requests.map((one) => findFault(one, accepted, endpoint)).find(Boolean);
}

function findFault(
  { path, headers }: RawRequest,
  target: Target,
  endpoint: RawServer,
): string | undefined {
  return findPathFault(path, target) ?? findHeaderFault(headers, target, endpoint);
}

function findPathFault(path: string, { path: ofTurn, session }: Target): string | undefined {
  const templates = [ofTurn ?? '/v1/chat', session?.open?.path ?? []].flat();
  const lengths = templates.map(
    (template) => segmentsOf(template.replaceAll(/\{\{[^{}]*\}\}/g, 'x')).length,
  );
  const segments = segmentsOf(path);
  const isLong = !lengths.includes(segments.length);
  const hasQuery = path.includes('?') && !templates.some((template) => template.includes('?'));
  const isWrong = isLong || hasQuery || segments.some(hasDots);
  return isWrong ? `the path ${path.slice(0, 100)} arrived` : undefined;
}

function findHeaderFault(
  headers: RawRequest['headers'],
  target: Target,
  { host }: RawServer,
): string | undefined {
  const named = new Set(Object.keys(target.headers ?? {}).map((name) => name.toLowerCase()));
  const lower = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const foreign = lower.find(([name]) => !OWN_HEADERS.has(name) && !named.has(name));
  if (foreign !== undefined) return `the header ${foreign[0]} arrived`;
  const values = new Map(lower);
  if (values.size < lower.length) return 'a header arrived twice';
  if (values.get('host') !== host) return 'another host arrived';
  const key = values.get('authorization');
  return key === `Bearer ${SECRETS.endpoint}` ? undefined : `the key ${key} arrived`;
}

function segmentsOf(path: string): readonly string[] {
  return (path.split('?', 1)[0] ?? '').split('/');
}

/** True if a server that decodes the segment once or twice could see a step to another folder. */
function hasDots(segment: string): boolean {
  const once = decode(segment);
  return [segment, once, decode(once)].some((text) => /(^|[\\/])\.{1,2}($|[\\/])/.test(text));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const BODY = { q: '{{user_message}}' };

/** Targets that the service itself must refuse. */
const REFUSED_TARGETS: readonly object[] = [
  ...[
    '//127.0.0.1:1/',
    '/\\evil',
    'http://evil/',
    '@evil/',
    '/a/../b',
    '/%2e%2e/a',
    '/a#b',
    '/a\r\nb',
  ].map((path) => ({ path, body: BODY })),
  ...[
    'Authorization',
    'COOKIE',
    'Host',
    'host ',
    'x-fairtrial-turn',
    'Proxy-Authorization',
    'a\nb',
    'Transfer-Encoding',
    'X-Original-URL',
    'x-rewrite-url',
    'x-original-host',
    'x-host',
    'x-http-method',
    'X-HTTP-Method-Override',
    'x-method-override',
  ].map((name) => ({ headers: { [name]: 'x' }, body: BODY })),
  { headers: { 'x-a': 'b\r\nhost: evil' }, body: BODY },
  { body: { q: '{{constructor}}' } },
  { body: { q: '{{__proto__}}' } },
  { body: { ...BODY, '{{model}}': 1 } },
  { method: 'CONNECT', body: BODY },
];

function attackService({ endpointUrl }: Environment): readonly Attack[] {
  return REFUSED_TARGETS.map((target) => ({
    name: `a test call with the target ${JSON.stringify(target)}`,
    request: {
      service: 'evals',
      method: 'POST',
      path: '/test-call',
      key: 'alpha',
      body: { endpoint: endpointUrl, model_id: 'm', target },
    },
    expect: { status: REFUSED },
  }));
}

export const attackClass: AttackClass = {
  title: 'request templates and sessions',
  attacks: (environment) => [...attackService(environment), ...attackTemplates()],
};
