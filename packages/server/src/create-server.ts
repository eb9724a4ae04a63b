import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import { addHealth, type ReadinessCheck } from './add-health.ts';
import { allowBrowsers } from './allow-browsers.ts';
import { createEnvApiKeys, type EnvApiKey } from './auth/env-api-keys.ts';
import { nameScopes, requireApiKey, requireScope } from './auth/require-api-key.ts';
import { checkHost } from './check-host.ts';
import { limitRate, type RateLimits } from './limits/limit-rate.ts';
import { shedLoad } from './limits/shed-load.ts';
import { collectOpenapi, type ServiceInfo } from './openapi/collect-openapi.ts';
import { logRequests } from './log-requests.ts';
import { parseJson } from './parse-json.ts';
import { answerOddHttp } from './problems/answer-odd-http.ts';
import { answerBrokenHttp, answerProblems, sendProblem } from './problems/answer-problems.ts';
import { validateWithZod } from './problems/validate-with-zod.ts';
import { refuseWhileDraining } from './refuse-while-draining.ts';
import { requestId } from './request-id.ts';
import { secureHeaders } from './secure-headers.ts';
import type { Server } from './server.ts';
import { addMetrics } from './telemetry/add-metrics.ts';
import type { Metrics } from './telemetry/create-metrics.ts';
import { measureRequests } from './telemetry/measure-requests.ts';
import { traceRequests } from './telemetry/trace-requests.ts';

export interface ServerOptions {
  readonly info: ServiceInfo;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly host: string;
  /** None: whoever reaches the service may use it. */
  readonly apiKeys: readonly EnvApiKey[];
  readonly allowedOrigins: readonly string[];
  readonly limits: RateLimits & {
    /** How many requests are taken on at once, whoever sends them. */
    readonly requestsInAll: number;
  };
  readonly bodyLimit: number;
  readonly readiness: readonly ReadinessCheck[];
}

/** How long a request may take to come in; how long its answer takes is another matter. */
const RECEIVE_MS = 60_000;
const HEADERS_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
/** A route that waits for a model says so and takes `NO_HANDLER_TIMEOUT`. */
const ANSWER_MS = 30_000;
export const NO_HANDLER_TIMEOUT = { handlerTimeout: 2 ** 31 - 1 } as const;

/** What both services need from HTTP; the routes come after it. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const server = createFastify(options);
  parseJson(server);
  server.setValidatorCompiler(validateWithZod);
  // Answers are checked against their schemas by the tests, not on every request.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  logRequests(server);
  traceRequests(server);
  measureRequests(server, options.metrics.meter);
  answerProblems(server);
  answerOddHttp(server);
  const drain = refuseWhileDraining(server);
  await secureHeaders(server);
  checkHost(server, options.host);
  await allowBrowsers(server, options);
  const { apiKeys } = options;
  nameScopes(server);
  requireApiKey(server, apiKeys.length === 0 ? undefined : createEnvApiKeys(apiKeys));
  await limitRate(server, options.limits);
  requireScope(server);
  shedLoad(server, options.metrics.meter, options.limits.requestsInAll);
  await collectOpenapi(server, options.info);
  addHealth(server, drain, options.readiness);
  addMetrics(server, options.metrics);
  return server;
}

function createFastify({ logger, bodyLimit }: ServerOptions): Server {
  return fastify({
    loggerInstance: logger,
    bodyLimit,
    genReqId: requestId,
    logController: new LogController({
      requestIdLogLabel: 'request_id',
      disableRequestLogging: true, // logRequests says it in one line
    }),
    routerOptions: { ignoreTrailingSlash: true },
    requestTimeout: RECEIVE_MS,
    handlerTimeout: ANSWER_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Counts silence, and a caller who waits for an evaluation is silent for as long as it takes.
    connectionTimeout: 0,
    return503OnClosing: false, // our own drain answers with a problem document
    http: { maxHeaderSize: 16_384, headersTimeout: HEADERS_MS, requireHostHeader: false },
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, request, reply) => {
      void sendProblem(error, request, reply);
    },
  });
}
