import { INPUT_LIMITS, type Api } from '@fairtrial/contracts';
import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addHealth, type ReadinessCheck } from './add-health.ts';
import { createEnvApiKeys, type EnvApiKey } from './auth/api-keys.ts';
import {
  refuseTurns,
  requireApiKey,
  requireRouteScopes,
  requireScope,
} from './auth/require-api-key.ts';
import {
  acceptJsonOnly,
  BODY_LIMITS,
  limitBodies,
  type BodyLimits,
} from './limits/limit-bodies.ts';
import {
  checkHost,
  refuseForeignPages,
  registerCors,
  setSecurityHeaders,
} from './browser-security.ts';
import { limitRate, type RateLimits } from './limits/limit-rate.ts';
import { shedLoad } from './limits/load-shedding.ts';
import { disconnectStalledReaders } from './limits/stalled-readers.ts';
import { followWork } from './limits/when-over.ts';
import { serveOpenapi } from './openapi/serve-openapi.ts';
import { answerMalformedHttp, answerUnparsableHttp } from './problems/answer-malformed-http.ts';
import { answerProblems, sendProblem } from './problems/answer-problems.ts';
import { validateWithZod } from './problems/validate-with-zod.ts';
import { refuseWhileDraining } from './refuse-while-draining.ts';
import type { Server } from './server.ts';
import { logRequests } from './telemetry/log-requests.ts';
import { addMetrics, measureRequests, type Metrics } from './telemetry/metrics.ts';
import { traceRequests } from './telemetry/tracing.ts';

export interface ServerOptions {
  readonly api: Api;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly host: string;
  /** If empty, no key is needed. */
  readonly apiKeys: readonly EnvApiKey[];
  readonly allowedOrigins: readonly string[];
  readonly limits: RateLimits & {
    /** Limit on concurrent requests of all callers together. */
    readonly requestsInAll: number;
  };
  readonly readiness: readonly ReadinessCheck[];
  readonly bodyLimits?: BodyLimits;
  /** Maximum time a reader may accept no bytes of its answer. */
  readonly readerTimeoutMs?: number;
}

/** For receiving a request, not for answering it. */
const RECEIVE_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
const READER_TIMEOUT_MS = 30_000;
/** Slow routes override it with `NO_HANDLER_TIMEOUT`. */
const HANDLER_TIMEOUT_MS = 30_000;
const MAX_RESPONSE_LISTENERS = 30;
/** For routes that accept conversations or tests. */
export const LARGE_BODY = { bodyLimit: INPUT_LIMITS.body_bytes } as const;

/** Creates a server with the HTTP features that both services share; routes are added afterwards. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const server = createFastify(options);
  acceptJsonOnly(server);
  server.setValidatorCompiler(validateWithZod);
  // Answers are checked against their schemas by the tests, not on every request.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // More than ten hooks and streams follow the end of a response. They go with it, so they are no leak.
    reply.raw.setMaxListeners(MAX_RESPONSE_LISTENERS);
  });
  disconnectStalledReaders(server, options.readerTimeoutMs ?? READER_TIMEOUT_MS);
  logRequests(server);
  traceRequests(server);
  measureRequests(server, options.metrics.meter);
  answerProblems(server);
  answerMalformedHttp(server);
  const drain = refuseWhileDraining(server);
  await setSecurityHeaders(server);
  checkHost(server, options.host);
  await registerCors(server, options);
  refuseForeignPages(server, options);
  const { apiKeys } = options;
  requireRouteScopes(server);
  followWork(server);
  requireApiKey(server, apiKeys.length === 0 ? undefined : createEnvApiKeys(apiKeys));
  await limitRate(server, options.limits);
  requireScope(server);
  refuseTurns(server);
  limitBodies(server, options.bodyLimits ?? BODY_LIMITS);
  shedLoad(server, options.metrics.meter, options.limits.requestsInAll);
  serveOpenapi(server, options.api);
  addHealth(server, drain, options.readiness);
  addMetrics(server, options.metrics);
  return server;
}

function createFastify({ logger }: ServerOptions): Server {
  return fastify({
    loggerInstance: logger,
    bodyLimit: INPUT_LIMITS.small_body_bytes,
    genReqId: requestId,
    logController: new LogController({
      requestIdLogLabel: 'request_id',
      disableRequestLogging: true, // logRequests writes one line per request
    }),
    // The default, 100 characters, is less than the length of a name.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: INPUT_LIMITS.name_chars },
    requestTimeout: RECEIVE_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // This timeout counts idle time, and a caller that waits for an evaluation is idle until it ends.
    connectionTimeout: 0,
    return503OnClosing: false, // refuseWhileDraining answers with a problem document
    http: { maxHeaderSize: 16_384, headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    clientErrorHandler: answerUnparsableHttp,
    frameworkErrors: (error, request, reply) => {
      void sendProblem(error, request, reply);
    },
  });
}

const SAFE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Returns the caller's `x-request-id` if it is harmless, else a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}
