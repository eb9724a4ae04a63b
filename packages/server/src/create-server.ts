import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import { collectOpenapi, type ServiceInfo } from './collect-openapi.ts';
import { allowBrowsers } from './allow-browsers.ts';
import { answerBrokenHttp, answerProblems, sendProblem } from './answer-problems.ts';
import { refuseWhileDraining } from './refuse-while-draining.ts';
import { addHealth, type ReadinessCheck } from './add-health.ts';
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

/** What both services need from HTTP; the routes come after it. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const server: Server = fastify({
    loggerInstance: options.logger,
    bodyLimit: options.bodyLimit,
    genReqId: requestId,
    logController: new LogController({ requestIdLogLabel: 'request_id' }),
    return503OnClosing: false, // our own drain answers with a problem document
    http: { maxHeaderSize: 16_384 },
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: (error, request, reply) => {
      void sendProblem(error, request, reply);
    },
  });
  server.removeContentTypeParser('text/plain'); // JSON is all we speak
  server.setValidatorCompiler(validateWithZod);
  // Answers are checked against their schemas by the tests, not on every request.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  answerProblems(server);
  const drain = refuseWhileDraining(server);
  await allowBrowsers(server, options);
  requireApiKey(server, options.apiKeys);
  await collectOpenapi(server, options.info);
  addHealth(server, drain, options.readiness);
  return server;
}
