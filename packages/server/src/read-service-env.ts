import { z } from 'zod';
import type { ConfigFault } from './config-error.ts';
import { commaList, flag, httpUrlList, portNumber } from './env-fields.ts';
import { isLoopbackHost } from './is-loopback-host.ts';
import { isApiKey } from './require-api-key.ts';
import { readEnv, type Check, type Env, type Fields, type Values } from './read-env.ts';

/** What both services are told of themselves. */
export interface ServiceConfig {
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly logLevel: string;
  readonly egressMode: 'public' | 'allowlist' | 'local';
}

interface Service<F extends Fields> {
  /** Its host and port are read from AGENT_HOST and AGENT_PORT, or EVALS_HOST and EVALS_PORT. */
  readonly prefix: 'AGENT' | 'EVALS';
  readonly defaultPort: number;
  readonly fields: F;
  readonly check: Check<F & { HOST: z.ZodType<string> }>;
}

const sharedFields = {
  PORT: portNumber.optional(),
  ASSAY_API_KEYS: commaList.refine(
    (keys) => keys.every(isApiKey),
    'has a sha256: entry that is not followed by 64 hex digits',
  ),
  ASSAY_ALLOW_ANONYMOUS: flag,
  ALLOWED_ORIGINS: httpUrlList,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  EGRESS_MODE: z.enum(['public', 'allowlist', 'local']).optional(),
};

/** The environment of a service: what is common to both, and its own fields. */
export function readServiceEnv<F extends Fields>(
  env: Env,
  service: Service<F>,
): { readonly config: ServiceConfig; readonly values: Values<F> } {
  const { prefix, defaultPort, fields, check } = service;
  const own = { HOST: z.string().default('127.0.0.1'), OWN_PORT: portNumber.optional() };
  const names = { HOST: `${prefix}_HOST`, OWN_PORT: `${prefix}_PORT` };
  const values = readEnv(
    env,
    { ...own, ...sharedFields, ...fields },
    {
      names,
      check: (read) => [
        ...exposureFaults(names.HOST, read),
        ...check(read as Parameters<typeof check>[0]),
      ],
    },
  );
  const { HOST: host, OWN_PORT: port, PORT: anyPort, EGRESS_MODE: mode } = values;
  const config: ServiceConfig = {
    host,
    port: port ?? anyPort ?? defaultPort,
    apiKeys: values.ASSAY_API_KEYS,
    allowedOrigins: values.ALLOWED_ORIGINS,
    logLevel: values.LOG_LEVEL,
    egressMode: mode ?? (isLoopbackHost(host) ? 'local' : 'public'),
  };
  return { config, values };
}

interface Exposure {
  readonly HOST?: string;
  readonly ASSAY_API_KEYS?: readonly string[];
  readonly ASSAY_ALLOW_ANONYMOUS?: boolean;
}

/** Without keys a service listens on loopback only, unless the operator says otherwise. */
function exposureFaults(variable: string, read: Exposure): readonly ConfigFault[] {
  const { HOST: host, ASSAY_API_KEYS: keys = [], ASSAY_ALLOW_ANONYMOUS: anonymous } = read;
  if (host === undefined || isLoopbackHost(host) || keys.length > 0 || anonymous === true)
    return [];
  const problem = `listening on ${host} lets others in; set ASSAY_API_KEYS (or ASSAY_ALLOW_ANONYMOUS=1 if that is meant)`;
  return [{ variable, problem }];
}
