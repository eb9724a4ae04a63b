import { freePort } from '@fairtrial/postgres';
import type { ServerResponse } from 'node:http';
import { createRequest } from '../../support/calls/evaluate.ts';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { WATCHED_LOOP } from '../../support/services/held-up.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import {
  chatCompletion,
  sendJson,
  startStub,
  type SeenRequest,
  type Stub,
} from '../../support/stubs/start-stub.ts';
import type { AttackRequest, ServiceUnderAttack } from './request.ts';
import { keyOf, keysEnv, PRIVATE_TEXT, SECRETS } from './secrets.ts';
import { send, type Answer } from './send.ts';

/** What the JavaScript heap of an agent with 384 MiB may use. An agent that needs more dies. */
const AGENT_HEAP_MIB = 256;

export type Reply = (request: SeenRequest, response: ServerResponse) => unknown;

/**
 * Both services as separate processes, two projects with a finished run each, and an endpoint that the attacker owns.
 */
export interface Environment extends AsyncDisposable {
  readonly database: string;
  /** Sends a request with the key that it names. */
  send(request: AttackRequest): Promise<Answer>;
  /** Number of requests sent. */
  readonly tried: () => number;
  /** Counts attempts that do not use `send`. */
  readonly countTries: (more: number) => void;
  readonly service: (name: ServiceUnderAttack) => Service;
  /** Restarts a crashed service. */
  restart(name: ServiceUnderAttack): Promise<void>;
  /** The simulator, as an endpoint that answers like a model. */
  readonly modelUrl: string;
  /** The attacker's endpoint. It answers the model `name` with `reply`, and any other with "Hello". */
  readonly endpointUrl: string;
  answerAs(name: string, reply: Reply): void;
  /** Another endpoint: the operator bound the key only to its path /v1. */
  readonly bound: Stub;
  /** A finished run of each project. */
  readonly runs: { readonly alpha: string; readonly beta: string };
  /** Returns the body of a run at the attacker's endpoint, with changes. */
  readonly evaluation: (changes?: object) => object;
}

export async function openEnvironment(): Promise<Environment> {
  const database = await freshDatabase();
  const simulator = await startService('simulator');
  const replies = new Map<string, Reply>();
  const endpoint = await startEndpoint(replies);
  const bound = await startStub((_, response) => sendJson(response, chatCompletion('Hello')));
  const urls = {
    bound: `${bound.url}/v1`,
    endpoint: endpoint.url,
    model: `${simulator.url}/v1`,
    database: database.url,
  };
  const env = await describeServices(urls);
  const services = {
    agent: await startService('agent', env.agent),
    evals: await startService('evals', env.evals),
  };
  let tried = 0;
  let isClosing = false;
  const sendTo = async ({ service, key, ...request }: AttackRequest): Promise<Answer> => {
    tried += 1;
    const auth = key === undefined ? {} : { authorization: `Bearer ${keyOf(key)}` };
    return send(services[service].url, { ...request, headers: { ...auth, ...request.headers } });
  };
  const evaluation = (changes: object = {}): object =>
    createRequest({ endpoint: endpoint.url, model_id: 'hello', judge: false, ...changes });
  const runs = {
    alpha: await startPrivateRun('alpha', sendTo, evaluation),
    beta: await startPrivateRun('beta', sendTo, evaluation),
  };
  tried = 0;
  return {
    database: database.url,
    send: sendTo,
    tried: () => tried,
    countTries: (more) => {
      tried += more;
    },
    service: (name) => services[name],
    async restart(name) {
      // A service that ends because the environment closes is not restarted.
      if (isClosing) return;
      await services[name][Symbol.asyncDispose]();
      services[name] = await startService(name, env[name]);
    },
    modelUrl: urls.model,
    endpointUrl: endpoint.url,
    answerAs: (name, reply) => void replies.set(name, reply),
    bound,
    runs,
    evaluation,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      for (const one of [services.evals, services.agent, endpoint, bound, simulator, database]) {
        await one[Symbol.asyncDispose]();
      }
    },
  };
}

/** Answers each model with its reply, and a model without one with "Hello". */
function startEndpoint(replies: ReadonlyMap<string, Reply>): Promise<Stub> {
  return startStub((request, response) => {
    const { model } = request.body as { model?: string };
    const reply = replies.get(model ?? '');
    return reply ? reply(request, response) : sendJson(response, chatCompletion('Hello'));
  });
}

type Env = Readonly<Record<string, string>>;

/** The environment of each service, with a fixed port so that its URL stays the same after a restart. */
async function describeServices(urls: {
  readonly bound: string;
  readonly endpoint: string;
  readonly model: string;
  readonly database: string;
}): Promise<Readonly<Record<ServiceUnderAttack, Env>>> {
  const ports = { agent: await freePort(), evals: await freePort() };
  const agentUrl = `http://127.0.0.1:${ports.agent}`;
  const shared = { ...keysEnv(), REQUESTS_PER_MINUTE: '1000000' };
  return {
    agent: {
      ...shared,
      AGENT_PORT: String(ports.agent),
      HUB_BASE_URL: urls.model,
      HUB_API_KEY: SECRETS.hub,
      NODE_OPTIONS: `${WATCHED_LOOP.NODE_OPTIONS} --max-old-space-size=${AGENT_HEAP_MIB}`,
    },
    evals: {
      ...shared,
      ...WATCHED_LOOP,
      EVALS_PORT: String(ports.evals),
      DATABASE_URL: urls.database,
      EGRESS_MODE: 'public',
      ENDPOINTS: [urls.endpoint, urls.model, urls.bound, agentUrl]
        .map((url) => `${url};key=${SECRETS.endpoint}`)
        .join(','),
      ENDPOINT_RETRIES: '0',
      ENDPOINT_TIMEOUT_SECONDS: '20',
      AGENT_URL: agentUrl,
      AGENT_API_KEY: keyOf('chat'),
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: urls.model,
      JUDGE_API_KEY: SECRETS.judge,
    },
  };
}

/** A finished run whose texts no other project may see. */
async function startPrivateRun(
  project: 'alpha' | 'beta',
  sendTo: (request: AttackRequest) => Promise<Answer>,
  evaluation: (changes: object) => object,
): Promise<string> {
  const answer = await sendTo({
    service: 'evals',
    method: 'POST',
    path: '/evaluate',
    key: project,
    body: evaluation({
      test_name: `${project} ${PRIVATE_TEXT[project]}`,
      tags: [project],
      test_batch: [0, 1, 2].map((no) => ({
        id: `${project}-${no}`,
        interactions: [
          {
            user_message: `${PRIVATE_TEXT[project]} ${no}`,
            reference_reply: 'Hello',
            reference_metadata: { intent: 'greet' },
          },
        ],
      })),
    }),
  });
  if (answer.status !== 200) throw new Error(`no run for ${project}: ${answer.text}`);
  return (JSON.parse(answer.text) as { run_id: string }).run_id;
}
