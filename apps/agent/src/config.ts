import { FineTunedId, type ModelPrices, type StudioModels } from '@fairtrial/contracts';
import {
  anyPositiveInteger,
  flag,
  httpUrl,
  modelPrices,
  positiveInteger,
  readDotEnv,
  readServiceEnv,
  type ConfigFault,
  type Env,
  type readEnv,
  type ServiceConfig,
} from '@fairtrial/server';
import { z } from 'zod';
import type { ModelAliases } from './loop/route-model.ts';
import type { AgentLimits } from './loop/run-agent.ts';
import { readMcpServers, type McpServerConfig } from './read-mcp-servers.ts';
import { modelAliases } from './read-model-aliases.ts';
import { readStudioModels } from './read-studio-models.ts';

export interface HubConfig {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

export interface StudioConfig extends HubConfig {
  /** Set only if the provider uses the jobs protocol. */
  readonly organization: string | undefined;
}

interface SearchConfig {
  readonly provider: 'tavily' | 'searxng';
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

export interface Config extends ServiceConfig {
  readonly hub: HubConfig | undefined;
  readonly studio: StudioConfig | undefined;
  readonly studioModels: StudioModels;
  readonly modelTimeoutMs: number;
  readonly agentLimits: AgentLimits;
  readonly modelPrices: ModelPrices;
  /** True if spans include the text of messages. */
  readonly traceText: boolean;
  /** Prepended to the messages of every caller. */
  readonly systemPrompt: string | undefined;
  readonly builtInTools: readonly BuiltInTool[];
  readonly mcpServers: readonly McpServerConfig[];
  readonly search: SearchConfig | undefined;
  /** Used if the requested model fails. */
  readonly fallbackModel: string | undefined;
  readonly modelAliases: ModelAliases;
}

const BUILT_IN_TOOLS = ['current_time', 'web_search'] as const;
type BuiltInTool = (typeof BUILT_IN_TOOLS)[number];

const MAX_SYSTEM_PROMPT_LENGTH = 32_000;
const OPENAI = 'https://api.openai.com/v1';
const TAVILY = 'https://api.tavily.com';

const modelId = z
  .string()
  .refine(
    (text) => FineTunedId.safeParse(text).success || text.includes('/'),
    'must be a UUID or <provider>/<model>',
  );

const builtInTools = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim())))
  .pipe(
    z.array(
      z.enum(BUILT_IN_TOOLS, `must be none, or a comma-separated list of ${BUILT_IN_TOOLS.join()}`),
    ),
  );

const fields = {
  HUB_BASE_URL: httpUrl.optional(),
  HUB_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_API_KEY: z.string().optional(),
  STUDIO_BASE_URL: httpUrl.optional(),
  STUDIO_API_KEY: z.string().optional(),
  STUDIO_ORG_ID: z.string().optional(),
  MODEL_TIMEOUT_SECONDS: positiveInteger(120, 86_400),
  AGENT_MAX_ROUNDS: positiveInteger(8, 100),
  AGENT_MAX_TOOL_CALLS: positiveInteger(16, 1000),
  AGENT_TIMEOUT_SECONDS: positiveInteger(300, 86_400),
  AGENT_MAX_OUTPUT_TOKENS: anyPositiveInteger.optional(),
  AGENT_SYSTEM_PROMPT: z
    .string()
    .max(MAX_SYSTEM_PROMPT_LENGTH, `must not be longer than ${MAX_SYSTEM_PROMPT_LENGTH} characters`)
    .optional(),
  FALLBACK_MODEL: modelId.optional(),
  MODEL_ALIASES: modelAliases.optional(),
  MODEL_PRICES: modelPrices,
  TRACE_MESSAGE_TEXT: flag,
  BUILT_IN_TOOLS: builtInTools.optional(),
  SEARCH_BASE_URL: httpUrl.optional(),
  TAVILY_API_KEY: z.string().optional(),
};

type Values = ReturnType<typeof readEnv<typeof fields>>;

export function readConfig(env: Env): Config {
  const models = readStudioModels(env);
  const mcp = readMcpServers(env);
  const { config, values } = readServiceEnv(env, {
    prefix: 'AGENT',
    defaultPort: 8000,
    fields,
    alsoReads: ['MCP_SERVERS', 'STUDIO_MODELS'],
    check: (read) => [...providerFaults(read), ...models.faults, ...mcp.faults],
  });
  return {
    ...config,
    hub: toHub(values),
    studio: toStudio(values),
    studioModels: models.models,
    modelTimeoutMs: values.MODEL_TIMEOUT_SECONDS * 1000,
    agentLimits: {
      rounds: values.AGENT_MAX_ROUNDS,
      toolCalls: values.AGENT_MAX_TOOL_CALLS,
      timeoutMs: values.AGENT_TIMEOUT_SECONDS * 1000,
      outputTokens: values.AGENT_MAX_OUTPUT_TOKENS,
    },
    fallbackModel: values.FALLBACK_MODEL,
    modelAliases: values.MODEL_ALIASES ?? new Map(),
    modelPrices: values.MODEL_PRICES,
    traceText: values.TRACE_MESSAGE_TEXT && config.otlpEndpoint !== undefined,
    systemPrompt: values.AGENT_SYSTEM_PROMPT,
    builtInTools: values.BUILT_IN_TOOLS ?? BUILT_IN_TOOLS,
    mcpServers: mcp.servers,
    search: toSearch(values),
  };
}

export function loadConfig(): Config {
  readDotEnv();
  return readConfig(process.env);
}

/** Every secret in the configuration, for the log to redact. */
export function secretsOf(config: Config): readonly string[] {
  const tokens = config.mcpServers.map(({ token }) => token);
  const keys = config.apiKeys.map(({ secret }) => secret);
  const providers = [config.hub?.apiKey, config.studio?.apiKey, config.search?.apiKey];
  const headers = Object.values(config.otlpHeaders).flatMap((value) => value.split(' ').at(-1));
  return [...providers, ...tokens, ...keys, ...headers].filter((secret) => secret !== undefined);
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
  return {
    baseUrl: values.STUDIO_BASE_URL,
    apiKey: values.STUDIO_API_KEY,
    organization: values.STUDIO_ORG_ID,
  };
}

/** A Tavily key alone is enough; without one, an address is that of a SearXNG. */
function toSearch({ SEARCH_BASE_URL: url, TAVILY_API_KEY: apiKey }: Values): Config['search'] {
  if (apiKey !== undefined) return { provider: 'tavily', baseUrl: url ?? TAVILY, apiKey };
  return url === undefined ? undefined : { provider: 'searxng', baseUrl: url, apiKey };
}

/** Reports a key without a base URL, and a tool without its provider, at startup. */
function providerFaults(read: Partial<Values>): readonly ConfigFault[] {
  const faults: ConfigFault[] = [];
  if (read.HUB_API_KEY !== undefined && read.HUB_BASE_URL === undefined) {
    faults.push({ variable: 'HUB_BASE_URL', problem: 'is required with HUB_API_KEY' });
  }
  if (read.STUDIO_API_KEY !== undefined && read.STUDIO_BASE_URL === undefined) {
    faults.push({ variable: 'STUDIO_BASE_URL', problem: 'is required with STUDIO_API_KEY' });
  }
  const isSearchable = read.TAVILY_API_KEY !== undefined || read.SEARCH_BASE_URL !== undefined;
  if (read.BUILT_IN_TOOLS?.includes('web_search') && !isSearchable) {
    const problem = 'or SEARCH_BASE_URL is required with web_search in BUILT_IN_TOOLS';
    faults.push({ variable: 'TAVILY_API_KEY', problem });
  }
  return faults;
}
