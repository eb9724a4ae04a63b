export { addRoute, NO_HANDLER_TIMEOUT, readIdempotencyKey } from './add-route.ts';
export { callerSignal } from './caller-signal.ts';
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
export {
  ConfigError,
  isStartedByNpm,
  readDotEnv,
  readEnv,
  type ConfigFault,
  type Env,
} from './env/read-env.ts';
export { readServiceEnv, type ServiceConfig } from './env/read-service-env.ts';
export { isLoopbackHost } from './is-loopback-host.ts';
export { releaseBody } from './limits/limit-bodies.ts';
export { limitProject, type ProjectGuard } from './limits/limit-project.ts';
export { describeRoutes } from './openapi/describe-routes.ts';
export { prepareErrorReply } from './problems/answer-problems.ts';
export { toAppError, toProblem } from './problems/to-problem.ts';
export {
  lastEventId,
  prefersEventStream,
  sendAnswerEvents,
  sendEvents,
  type ServerEvent,
} from './send-events.ts';
export { runService, serve } from './serve.ts';
export type { Reply, Request, Server } from './server.ts';
export { createLogger } from './telemetry/create-logger.ts';
export { createSecretCutter } from './telemetry/cut-secrets.ts';
export { createMetrics, type Metrics } from './telemetry/metrics.ts';
export { startTracing } from './telemetry/tracing.ts';
export { watchParent } from './watch-parent.ts';
export type { Logger } from 'pino';
