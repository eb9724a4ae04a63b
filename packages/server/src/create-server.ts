import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import { collectOpenapi, type ServiceInfo } from './collect-openapi.ts';
import { allowBrowsers } from './allow-browsers.ts';
import { answerBrokenHttp, answerProblems, sendProblem } from './answer-problems.ts';
import { checkHost } from './check-host.ts';
import { refuseWhileDraining } from './refuse-while-draining.ts';
import { addHealth, type ReadinessCheck } from './add-health.ts';
import { parseJson } from './parse-json.ts';
import { requestId } from './request-id.ts';
import { requireApiKey } from './require-api-key.ts';
import type { Server } from './server.ts';
import { validateWithZod } from './validate-with-zod.ts';

export interface ServerOptions {
  readonly info: ServiceInfo;
  readonly logger: FastifyBaseLogger;
  readonly host: string;
  readonly apiKeys: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly bodyLimit: number;
  readonly readiness: readonly ReadinessCheck[];
}

/** How long a request may take to come in; how long its answer takes is another matter. */
const RECEIVE_MS = 60_000;

/** What both services need from HTTP; the routes come after it. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const server: Server = fastify({
    loggerInstance: options.logger,
    bodyLimit: options.bodyLimit,
    genReqId: requestId,
    logController: new LogController({ requestIdLogLabel: 'request_id' }),
    routerOptions: { ignoreTrailingSlash: true },
    requestTimeout: RECEIVE_MS,
    return503OnClosing: false, // our own drain answers with a problem document
    http: { maxHeaderSize: 16_384 },
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, request, reply) => {
      void sendProblem(error, request, reply);
    },
  });
  parseJson(server);
  server.setValidatorCompiler(validateWithZod);
  // Answers are checked against their schemas by the tests, not on every request.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  answerProblems(server);
  const drain = refuseWhileDraining(server);
  checkHost(server, options.host);
  await allowBrowsers(server, options);
  requireApiKey(server, options.apiKeys);
  await collectOpenapi(server, options.info);
  addHealth(server, drain, options.readiness);
  return server;
}
