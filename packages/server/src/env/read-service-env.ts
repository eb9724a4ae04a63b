import { z } from 'zod';
import type { EnvApiKey } from '../auth/api-keys.ts';
import type { ServerOptions } from '../create-server.ts';
import { isLoopbackHost } from '../is-loopback-host.ts';
import {
  apiKeyList,
  flag,
  headerList,
  httpUrl,
  httpUrlList,
  portNumber,
  positiveInteger,
} from './env-fields.ts';
import { findUnknownVariables } from './find-unknown-variables.ts';
import {
  isStartedByNpm,
  readEnv,
  type ConfigCheck,
  type ConfigFault,
  type Env,
  type Fields,
  type Values,
} from './read-env.ts';

/** Configuration that both services have. */
export interface ServiceConfig {
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly EnvApiKey[];
  readonly allowedOrigins: readonly string[];
  readonly logLevel: string;
  readonly requestLimits: ServerOptions['limits'];
  readonly otlpEndpoint: string | undefined;
  /** Sent with traces, for example an API key. */
  readonly otlpHeaders: Readonly<Record<string, string>>;
  readonly egressMode: 'public' | 'allowlist' | 'local';
  /** Logged at startup. */
  readonly warnings: readonly string[];
  readonly startedByNpm: boolean;
}

interface Service<F extends Fields> {
  /** Prefix of the service's host and port variables, e.g. AGENT_HOST and AGENT_PORT. */
  readonly prefix: 'AGENT' | 'EVALS';
  readonly defaultPort: number;
  readonly fields: F;
  /** Variables that the service reads itself. */
  readonly alsoReads?: readonly string[];
  readonly check: ConfigCheck<F & { HOST: z.ZodType<string> }>;
}

const sharedFields = {
  PORT: portNumber.optional(),
  FAIRTRIAL_API_KEYS: apiKeyList,
  REQUESTS_PER_MINUTE: positiveInteger(600),
  REQUESTS_PER_KEY: positiveInteger(100),
  MAX_REQUESTS: positiveInteger(1000),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList,
  FAIRTRIAL_ALLOW_ANONYMOUS: flag,
  ALLOWED_ORIGINS: httpUrlList,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  EGRESS_MODE: z.enum(['public', 'allowlist', 'local']).optional(),
};

/** Reads the environment of a service: the variables common to both services and its own fields. */
export function readServiceEnv<F extends Fields>(
  env: Env,
  service: Service<F>,
): { readonly config: ServiceConfig; readonly values: Values<F> } {
  const { prefix, defaultPort, fields, alsoReads = [], check } = service;
  const own = { HOST: z.string().default('127.0.0.1'), OWN_PORT: portNumber.optional() };
  const names = { HOST: `${prefix}_HOST`, OWN_PORT: `${prefix}_PORT` };
  const all = { ...own, ...sharedFields, ...fields };
  const known = [...Object.keys(all).map((name) => ({ ...names })[name] ?? name), ...alsoReads];
  const values = readEnv(env, all, {
    names,
    check: (read) => [
      ...exposureFaults(names.HOST, read),
      ...check(read as Parameters<typeof check>[0]),
    ],
  });
  const { HOST: host, OWN_PORT: port, PORT: anyPort, EGRESS_MODE: mode } = values;
  const config: ServiceConfig = {
    host,
    port: port ?? anyPort ?? defaultPort,
    apiKeys: values.FAIRTRIAL_API_KEYS,
    requestLimits: {
      requestsPerMinute: values.REQUESTS_PER_MINUTE,
      requestsAtOnce: values.REQUESTS_PER_KEY,
      requestsInAll: values.MAX_REQUESTS,
    },
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    otlpHeaders: values.OTEL_EXPORTER_OTLP_HEADERS,
    allowedOrigins: values.ALLOWED_ORIGINS,
    logLevel: values.LOG_LEVEL,
    egressMode: mode ?? defaultEgressMode(host, values.FAIRTRIAL_API_KEYS),
    warnings: [findUnknownVariables(env, known) ?? []].flat(),
    startedByNpm: isStartedByNpm(env),
  };
  return { config, values };
}

/** Only the local user may reach the local network through a service; API keys imply other callers. */
function defaultEgressMode(host: string, keys: readonly EnvApiKey[]): ServiceConfig['egressMode'] {
  return isLoopbackHost(host) && keys.length === 0 ? 'local' : 'public';
}

interface Exposure {
  readonly HOST?: string;
  readonly FAIRTRIAL_API_KEYS?: readonly EnvApiKey[];
  readonly FAIRTRIAL_ALLOW_ANONYMOUS?: boolean;
}

/** Without keys a service may listen on loopback only, unless the operator opts out. */
function exposureFaults(variable: string, read: Exposure): readonly ConfigFault[] {
  const { HOST: host, FAIRTRIAL_API_KEYS: keys, FAIRTRIAL_ALLOW_ANONYMOUS: anonymous } = read;
  if (host === undefined || isLoopbackHost(host)) return [];
  // Malformed keys are reported separately.
  if (keys === undefined || keys.length > 0 || anonymous !== false) return [];
  const problem = `listening on ${host} makes the service reachable from other machines; set FAIRTRIAL_API_KEYS (or FAIRTRIAL_ALLOW_ANONYMOUS=1 to allow access without a key)`;
  return [{ variable, problem }];
}
