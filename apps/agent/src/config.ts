import type { StudioModels } from '@assay/contracts';
import type { EgressMode } from '@assay/egress';
import {
  exposureFaults,
  httpUrl,
  isLoopbackHost,
  portNumber,
  readDotEnv,
  readEnv,
  serviceFields,
  type ConfigFault,
  type Env,
} from '@assay/server';
import { z } from 'zod';
import { readStudioModels } from './read-studio-models.ts';

export interface HubConfig {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

export interface StudioConfig extends HubConfig {
  /** Present where the provider speaks the jobs protocol. */
  readonly organization: string | undefined;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly logLevel: string;
  readonly egressMode: EgressMode;
  readonly hub: HubConfig | undefined;
  readonly studio: StudioConfig | undefined;
  readonly studioModels: StudioModels;
}

const OPENAI = 'https://api.openai.com/v1';

const fields = {
  ...serviceFields,
  AGENT_HOST: z.string().default('127.0.0.1'),
  AGENT_PORT: portNumber.optional(),
  PORT: portNumber.optional(),
  HUB_BASE_URL: httpUrl.optional(),
  HUB_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_API_KEY: z.string().optional(),
  STUDIO_BASE_URL: httpUrl.optional(),
  STUDIO_API_KEY: z.string().optional(),
  STUDIO_ORG_ID: z.string().optional(),
  STUDIO_PROTOCOL: z.enum(['openai', 'jobs']).optional(),
};

type Values = ReturnType<typeof readEnv<typeof fields>>;

export function readConfig(env: Env): Config {
  const models = readStudioModels(env);
  const values = readEnv(env, fields, (read) => [
    ...exposureFaults({
      hostVariable: 'AGENT_HOST',
      host: read.AGENT_HOST,
      apiKeys: read.ASSAY_API_KEYS,
      allowAnonymous: read.ASSAY_ALLOW_ANONYMOUS,
    }),
    ...studioFaults(read),
    ...models.faults,
  ]);
  const local = isLoopbackHost(values.AGENT_HOST);
  return {
    host: values.AGENT_HOST,
    port: values.AGENT_PORT ?? values.PORT ?? 8000,
    apiKeys: values.ASSAY_API_KEYS,
    allowedOrigins: values.ALLOWED_ORIGINS,
    logLevel: values.LOG_LEVEL,
    egressMode: values.EGRESS_MODE ?? (local ? 'local' : 'public'),
    hub: toHub(values),
    studio: toStudio(values),
    studioModels: models.models,
  };
}

export function loadConfig(): Config {
  readDotEnv();
  // Libraries may find a tracing service in the environment: nothing leaves but through egress.
  process.env['LANGSMITH_TRACING'] = 'false';
  process.env['LANGCHAIN_TRACING_V2'] = 'false';
  return readConfig(process.env);
}

/** Every secret in the configuration, for the log to cut out. */
export function secretsOf(config: Config): readonly string[] {
  return [config.hub?.apiKey, config.studio?.apiKey, ...config.apiKeys].filter(
    (secret) => secret !== undefined,
  );
}

function toHub(values: Values): HubConfig | undefined {
  if (values.HUB_BASE_URL !== undefined) {
    return { baseUrl: values.HUB_BASE_URL, apiKey: values.HUB_API_KEY };
  }
  if (values.OPENAI_BASE_URL === undefined && values.OPENAI_API_KEY === undefined) return undefined;
  return { baseUrl: values.OPENAI_BASE_URL ?? OPENAI, apiKey: values.OPENAI_API_KEY };
}

function toStudio(values: Values): StudioConfig | undefined {
  if (values.STUDIO_BASE_URL === undefined) return undefined;
  const jobs = values.STUDIO_PROTOCOL !== 'openai';
  return {
    baseUrl: values.STUDIO_BASE_URL,
    apiKey: values.STUDIO_API_KEY,
    organization: jobs ? values.STUDIO_ORG_ID : undefined,
  };
}

function studioFaults(read: Partial<Values>): readonly ConfigFault[] {
  if (read.STUDIO_PROTOCOL !== 'jobs' || read.STUDIO_ORG_ID !== undefined) return [];
  return [{ variable: 'STUDIO_ORG_ID', problem: 'is needed with STUDIO_PROTOCOL=jobs' }];
}
