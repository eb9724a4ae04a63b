export { addRoute, NO_HANDLER_TIMEOUT } from './add-route.ts';
export { callerSignal } from './caller-signal.ts';
export { describeRoutes } from './openapi/describe-routes.ts';
export { ConfigError, type ConfigFault } from './env/read-env.ts';
export type { Logger } from 'pino';
export { createSecretCutter } from './telemetry/cut-secrets.ts';
export { createLogger } from './telemetry/create-logger.ts';
export { createServer, LARGE_BODY } from './create-server.ts';
export {
  anyPositiveInteger,
  digit,
  flag,
  httpUrl,
  jsonField,
  modelPrices,
  portNumber,
  positiveInteger,
  postgresUrl,
} from './env/env-fields.ts';
export { isLoopbackHost } from './is-loopback-host.ts';
export { prefersEventStream } from './send-events.ts';
export { prepareErrorReply } from './problems/answer-problems.ts';
export { readIdempotencyKey } from './read-idempotency-key.ts';
export { isStartedByNpm, readDotEnv } from './env/read-env.ts';
export { readEnv, type Env } from './env/read-env.ts';
export { readServiceEnv, type ServiceConfig } from './env/read-service-env.ts';
export { runService } from './serve.ts';
export { serve } from './serve.ts';
export { releaseBody } from './limits/limit-bodies.ts';
export { limitProject, type ProjectGuard } from './limits/limit-project.ts';
export { lastEventId, sendAnswerEvents, sendEvents, type ServerEvent } from './send-events.ts';
export type { Reply, Request, Server } from './server.ts';
export { createMetrics, type Metrics } from './telemetry/metrics.ts';
export { startTracing } from './telemetry/tracing.ts';
export { toAppError, toProblem } from './problems/to-problem.ts';
export { watchParent } from './watch-parent.ts';
