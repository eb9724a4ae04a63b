import { NO_FAILURE, type RequestAttack } from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { fillPath, readRoutes, readSchemas, type Route } from '../runner/read-routes.ts';
import { jsonOf, type Answer } from '../runner/send.ts';
import { generateValue, pick, type Generator } from './generate-value.ts';
import { spoilText, spoilValue } from './spoil-value.ts';

const NO_RUN = '01900000-0000-7000-8000-000000000000';

/** Codes of the 5xx answers for a model that the provider does not know and for a route without a provider. */
const EXPECTED = new Set([
  'model_unavailable',
  'provider_not_configured',
  'provider_error',
  'overloaded',
]);

/** Generates requests to the routes of both services, the same ones for the same random numbers. */
export function createRequests(
  environment: Environment,
  random: () => number,
): () => RequestAttack {
  const known = knownValues(environment);
  const generators = {
    agent: { random, schemas: readSchemas('agent'), known },
    evals: { random, schemas: readSchemas('evals'), known },
  };
  // Routes with a body have the most to get wrong.
  const routes = [...readRoutes('agent'), ...readRoutes('evals')].flatMap((route) =>
    route.body === undefined ? [route] : [route, route, route, route],
  );
  return () => {
    const route = pick(random, routes);
    return generateRequest(generators[route.service], route, environment.runs.alpha);
  };
}

/** Meaningful values: an existing run, an endpoint that answers, a known model. */
function knownValues({ endpointUrl, modelUrl, runs }: Environment): Generator['known'] {
  return {
    endpoint: [endpointUrl, endpointUrl, modelUrl, 'http://127.0.0.1:1/', 'http://[::1]/', 'x'],
    model_id: ['hello', 'sim/v1'],
    model: ['sim/v1', 'sim/echo', 'x'],
    attempts: [1, 2],
    concurrency: [1, 4],
    gates: [['overall >= 0'], ['no regression'], ['overall[*] >= 0.5', 'latency.p95 < 3s'], []],
    baseline: ['latest', 'pinned', runs.alpha, NO_RUN],
    candidate: [runs.alpha, NO_RUN],
    judge: [false, null],
    against: [null, 'sim/v1'],
    type: ['human', 'ai', 'tool'],
    role: ['user', 'assistant', 'system', 'tool'],
    stream: [false, true],
    scenario: ['0', '-1', '2147483648'],
    attempt: ['0', '1', '99999999999'],
    turn: ['0', '1', '-1'],
  };
}

function generateRequest(generator: Generator, route: Route, runId: string): RequestAttack {
  const { random } = generator;
  const { service, method } = route;
  // Keeps the run for later requests.
  const isDelete = method === 'DELETE' && route.path === '/runs/{run_id}';
  const run_id = isDelete || random() < 0.2 ? NO_RUN : runId;
  const parameters = Object.fromEntries(
    route.parameters.map((one) => [one.name, generateParameter(generator, one)]),
  );
  const filled = fillPath(route.path, { ...parameters, run_id });
  const query = route.parameters
    .filter(({ in: at, required }) => at === 'query' && (required === true || random() < 0.4))
    .map(({ name }) => `${name}=${parameters[name]}`);
  const path = query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  const body = generateBody(generator, route);
  return {
    name: `${service} ${method} ${path.slice(0, 200)} ${(body ?? '').slice(0, 300)}`,
    request: {
      service,
      method: random() < 0.03 ? pick(random, ['PATCH', 'PUT', 'OPTIONS', 'HEAD']) : method,
      path,
      key: 'alpha',
      headers: generateHeaders(random),
      ...(body === undefined ? {} : { body }),
    },
    expect: { status: [...NO_FAILURE, 502, 503], check: findFailure },
  };
}

/** Returns the text of a parameter, URL-encoded. */
function generateParameter(
  generator: Generator,
  { name, schema }: Route['parameters'][number],
): string {
  const { random, known } = generator;
  const values = known[name];
  const value =
    values !== undefined && random() < 0.7
      ? pick(random, values)
      : generateValue(generator, schema ?? {});
  const spoilt = random() < 0.3 ? spoilValue(random, value) : value;
  const text = typeof spoilt === 'string' ? spoilt : JSON.stringify(spoilt);
  return encodeURIComponent(text.slice(0, 3000).toWellFormed());
}

/** A body that matches its schema, has one or several changed parts, or is broken. */
function generateBody(generator: Generator, { body }: Route): string | undefined {
  const { random } = generator;
  if (body === undefined) return undefined;
  let value = generateValue(generator, body);
  const kind = random();
  if (kind > 0.4) value = spoilValue(random, value);
  if (kind > 0.7) value = spoilValue(random, spoilValue(random, value));
  const text = JSON.stringify(value);
  return kind > 0.92 ? spoilText(random, text) : text;
}

const HEADERS: readonly (readonly [name: string, share: number, values: readonly string[]])[] = [
  ['x-model-id', 0.95, ['sim/v1', 'sim/v1', 'sim/echo', 'x', 'a/b', '']],
  ['accept', 0.04, ['*/*', 'application/json', 'text/event-stream', ';;']],
  ['content-type', 0.04, ['application/json', 'application/json; charset=latin1', 'text/plain']],
  ['last-event-id', 0.04, ['0', '-1', 'x', '9'.repeat(40)]],
  ['idempotency-key', 0.04, ['k', 'x'.repeat(300), '\t']],
];

function generateHeaders(random: () => number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    HEADERS.filter(([, share]) => random() < share).map(([name, , values]) => [
      name,
      pick(random, values),
    ]),
  );
}

function findFailure(answer: Answer): string | undefined {
  if (answer.status < 500) return undefined;
  const said = jsonOf(answer) as { code?: string; error?: { code?: string } } | undefined;
  const code = said?.code ?? said?.error?.code ?? '';
  return EXPECTED.has(code) ? undefined : `answered ${answer.status}: ${answer.text.slice(0, 200)}`;
}
