export { callerSignal } from './caller-signal.ts';
export type { ServiceInfo } from './openapi/collect-openapi.ts';
export { ConfigError, type ConfigFault } from './env/config-error.ts';
export type { Logger } from 'pino';
export { createLogger } from './create-logger.ts';
export { createServer, NO_HANDLER_TIMEOUT } from './create-server.ts';
export {
  anyPositiveInteger,
  digit,
  httpUrl,
  httpUrlList,
  jsonField,
  modelPrices,
  portNumber,
  positiveInteger,
  postgresUrl,
} from './env/env-fields.ts';
export { isLoopbackHost } from './is-loopback-host.ts';
export { openapiOf } from './openapi/openapi-of.ts';
export { prefersEvents } from './prefers-events.ts';
export { beginRefusal } from './problems/answer-problems.ts';
export { problemResponse } from './problems/problem-response.ts';
export { readDotEnv } from './env/read-dot-env.ts';
export { readEnv, type Env } from './env/read-env.ts';
export { readServiceEnv, type ServiceConfig } from './env/read-service-env.ts';
export { runMain } from './run-main.ts';
export { serve } from './serve.ts';
export { lastEventId, sendEvents, type ServerEvent } from './send-events.ts';
export type { Reply, Request, Server } from './server.ts';
export { createMetrics, type Metrics } from './telemetry/create-metrics.ts';
export { startTracing } from './telemetry/start-tracing.ts';
export { toAppError, toProblem } from './problems/to-problem.ts';
