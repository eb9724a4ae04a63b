import type { ModelPrices } from '@fairtrial/contracts';
import type { Credential } from '@fairtrial/egress';
import {
  digit,
  httpUrl,
  isLoopbackHost,
  jsonField,
  modelPrices,
  positiveInteger,
  postgresUrl,
  readDotEnv,
  readServiceEnv,
  type ConfigFault,
  type Env,
  type readEnv,
  type ServiceConfig,
} from '@fairtrial/server';
import { z } from 'zod';
import type { EndpointLimit } from './limits/limit-calls.ts';
import {
  modelFields,
  readEmbeddings,
  readJudges,
  readUser,
  type EmbeddingsSource,
  type JudgeSource,
  type UserSource,
} from './read-model-sources.ts';
import { endpointList } from './read-endpoints.ts';
import { readOwnScorers, type OwnScorerSource } from './read-own-scorers.ts';
import { projectFields, toProjectCaps } from './read-project-limits.ts';
import { toTraceSettings, traceFields } from './read-trace-settings.ts';
import type { TraceSettings } from './http/traces.ts';
import type { ProjectCaps } from './runs/commands/check-caps.ts';
import type { RunLimits } from './runs/plan/validate.ts';

export interface Config extends ServiceConfig {
  /** Origins that the operator configured as endpoints. */
  readonly endpointOrigins: readonly string[];
  /** Secrets for endpoints, each bound to one address. */
  readonly credentials: readonly Credential[];
  readonly limits: RunLimits;
  readonly maxConcurrency: number;
  /** The branch that `latest` uses for runs of other branches. */
  readonly defaultBranch: string;
  readonly endpointTimeoutMs: number;
  readonly endpointRetries: number;
  /** `api` serves callers, `worker` plays runs, `all` does both. */
  readonly role: Role;
  /** Rate limits of endpoints, shared by all workers. */
  readonly endpointLimits: readonly EndpointLimit[];
  /** `undefined`: a bundled PostgreSQL in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  /** The URL for LISTEN, if `databaseUrl` is that of a pooler. */
  readonly listenUrl: string | undefined;
  readonly dataFolder: string;
  /** Runs older than this are removed; `undefined`: runs are kept. */
  readonly retentionDays: number | undefined;
  /** Conversations that one worker has in flight, and the weights of the projects that share them. */
  readonly workerInFlight: number;
  readonly projectWeights: ReadonlyMap<string, number>;
  readonly projectCaps: ProjectCaps;
  readonly traces: TraceSettings;
  /** The models that judge, label and embed replies; `undefined` if not configured. */
  readonly judges: JudgeSource | undefined;
  readonly embeddings: EmbeddingsSource | undefined;
  /** The model that plays simulated users; `undefined` if not configured. */
  readonly user: UserSource | undefined;
  /** Scorers that the operator runs, and the timeout of one call to them. */
  readonly ownScorers: readonly OwnScorerSource[];
  readonly scorerTimeoutMs: number;
  /** Prices used for the cost of runs. */
  readonly modelPrices: ModelPrices;
  /** The agent backend that callers reach through this service; `undefined` if there is none. */
  readonly agent: { readonly url: string; readonly secret: string | undefined } | undefined;
  /** For each secret, by the name of its variable: whether it is set. */
  readonly keys: readonly { readonly name: string; readonly isSet: boolean }[];
  /** The models of the agent backend and the judge are simulated; results say so. */
  readonly isSimulated: boolean;
  /** Kills the process before its n-th statement, to test recovery from crashes. */
  readonly failpoint: number | undefined;
}

type Role = 'all' | 'api' | 'worker';

const OPENAI = 'https://api.openai.com';

const EndpointLimits = z.array(
  z
    .object({
      origin: z.url({ protocol: /^https?$/ }),
      max_in_flight: z.int().min(1).optional(),
      per_minute: z.int().min(1).optional(),
    })
    .transform(({ origin, max_in_flight: maxInFlight, per_minute: perMinute }): EndpointLimit => ({
      origin,
      maxInFlight,
      perMinute,
    })),
);
const LIMITS_SHAPE = '[{"origin": "https://api.x.ai", "max_in_flight": 48, "per_minute": 600}]';

const fields = {
  ENDPOINTS: endpointList,
  ENDPOINT_TIMEOUT_SECONDS: positiveInteger(120, 86_400),
  ENDPOINT_RETRIES: digit(3),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.default(OPENAI),
  MAX_ATTEMPTS: positiveInteger(100),
  MAX_INTERACTIONS: positiveInteger(1000),
  MAX_TURNS: positiveInteger(100_000),
  MAX_CONCURRENCY: positiveInteger(64),
  DEFAULT_BRANCH: z.string().default('main'),
  EVALS_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  EVALS_DATA: z.string().default('.fairtrial'),
  RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999, or empty')
    .transform(Number)
    .optional(),
  WORKER_IN_FLIGHT: positiveInteger(500),
  ...projectFields,
  ...traceFields,
  ENDPOINT_LIMITS: jsonField(EndpointLimits, LIMITS_SHAPE).default([]),
  ...modelFields,
  SCORER_TIMEOUT_SECONDS: positiveInteger(60, 3600),
  MODEL_PRICES: modelPrices,
  AGENT_URL: httpUrl.optional(),
  AGENT_API_KEY: z.string().optional(),
  FAIRTRIAL_SIMULATED: z.literal('1', 'must be 1, or empty').optional(),
  FAILPOINT: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a number')
    .transform(Number)
    .optional(),
};

type Values = ReturnType<typeof readEnv<typeof fields>>;

export function readConfig(env: Env): Config {
  const own = readOwnScorers(env);
  const { config, values } = readServiceEnv(env, {
    prefix: 'EVALS',
    defaultPort: 8080,
    fields,
    alsoReads: ['SCORERS'],
    check: (read) => [...databaseFaults(read), ...own.faults],
  });
  const credentials = [
    ...openaiCredential(values),
    ...values.ENDPOINTS.flatMap(({ credential }) => credential ?? []),
  ];
  return {
    ...config,
    endpointOrigins: [...values.ENDPOINTS, ...credentials].map(({ url }) => url),
    credentials,
    limits: {
      attempts: values.MAX_ATTEMPTS,
      interactions: values.MAX_INTERACTIONS,
      turns: values.MAX_TURNS,
    },
    maxConcurrency: values.MAX_CONCURRENCY,
    defaultBranch: values.DEFAULT_BRANCH,
    endpointTimeoutMs: values.ENDPOINT_TIMEOUT_SECONDS * 1000,
    endpointRetries: values.ENDPOINT_RETRIES,
    role: values.EVALS_ROLE,
    endpointLimits: values.ENDPOINT_LIMITS,
    databaseUrl: values.DATABASE_URL,
    listenUrl: values.DATABASE_LISTEN_URL,
    dataFolder: values.EVALS_DATA,
    retentionDays: values.RETENTION_DAYS,
    workerInFlight: values.WORKER_IN_FLIGHT,
    projectWeights: values.PROJECT_WEIGHTS,
    projectCaps: toProjectCaps(values),
    traces: toTraceSettings(values),
    judges: readJudges(values),
    embeddings: readEmbeddings(values),
    user: readUser(values),
    ownScorers: own.scorers,
    scorerTimeoutMs: values.SCORER_TIMEOUT_SECONDS * 1000,
    modelPrices: values.MODEL_PRICES,
    agent: toAgentConfig(values),
    keys: presentKeys(values, config),
    isSimulated: values.FAIRTRIAL_SIMULATED === '1',
    failpoint: values.FAILPOINT,
  };
}

export function loadConfig(): Config {
  readDotEnv();
  return readConfig(process.env);
}

/** Every secret in the configuration, so that the logger can redact them. */
export function secretsOf(config: Config): readonly string[] {
  return [
    ...config.credentials.map((credential) => credential.secret),
    ...[config.judges, config.embeddings, config.user].flatMap((source) => source?.apiKey ?? []),
    ...[config.agent?.secret ?? []].flat(),
    ...config.ownScorers.map(({ secret }) => secret),
    ...passwordOf(config.databaseUrl),
    ...passwordOf(config.listenUrl),
    ...config.apiKeys.flatMap(({ secret }) => secret ?? []),
    ...Object.values(config.otlpHeaders).flatMap((value) => value.split(' ').at(-1) ?? []),
  ];
}

function toAgentConfig({ AGENT_URL: url, AGENT_API_KEY: secret }: Values): Config['agent'] {
  return url === undefined ? undefined : { url, secret };
}

function presentKeys(values: Values, { apiKeys }: ServiceConfig): Config['keys'] {
  const names = [
    'OPENAI_API_KEY',
    'AGENT_API_KEY',
    'JUDGE_API_KEY',
    'EMBEDDINGS_API_KEY',
    'USER_API_KEY',
  ] as const;
  return [
    { name: 'FAIRTRIAL_API_KEYS', isSet: apiKeys.length > 0 },
    { name: 'ENDPOINTS', isSet: values.ENDPOINTS.some(({ credential }) => credential) },
    ...names.map((name) => ({ name, isSet: values[name] !== undefined })),
  ];
}

function passwordOf(url: string | undefined): readonly string[] {
  const password = url === undefined ? '' : new URL(url).password;
  return password === '' ? [] : [password, decodeURIComponent(password)];
}

function openaiCredential({ OPENAI_API_KEY: secret, OPENAI_BASE_URL: url }: Values): Credential[] {
  return secret === undefined ? [] : [{ url, header: 'Authorization', secret }];
}

/** The bundled database only supports one process on one machine. */
function databaseFaults(
  read: Partial<Values> & { readonly HOST?: string },
): readonly ConfigFault[] {
  const { HOST: host, DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl, EVALS_ROLE: role } = read;
  if (url === undefined && listenUrl !== undefined) {
    return [{ variable: 'DATABASE_URL', problem: 'must be set if DATABASE_LISTEN_URL is set' }];
  }
  if (url !== undefined || host === undefined) return [];
  const isAlone = role === undefined || role === 'all'; // an unreadable role is reported separately
  if (isAlone && isLoopbackHost(host)) return [];
  const why = isAlone ? `listening on ${host}` : `the role '${role}'`;
  const problem = `${why} needs a PostgreSQL that other machines can reach: postgres://user:password@host/database`;
  return [{ variable: 'DATABASE_URL', problem }];
}
