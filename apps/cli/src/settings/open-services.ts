import { type Client, createClient } from '@fairtrial/client';
import { basename, dirname } from 'node:path';
import type { CommandContext } from '../command/command.ts';
import { CliError, EXIT } from '../command/exit-code.ts';
import { ConfigFile, readConfigFile } from './config-file.ts';

export interface Services {
  readonly client: Client;
  readonly server: string;
  readonly agent: string;
  readonly hasKey: boolean;
  readonly config: ConfigFile;
  /** The folder of the configuration file, against which its paths are resolved; otherwise the current folder. */
  readonly folder: string;
  readonly configFile: string | undefined;
}

/** Option, environment variable and default address of each service. */
const NAMES = {
  server: { option: '--server', variable: 'FAIRTRIAL_SERVER', usual: 'http://127.0.0.1:8080' },
  agent: { option: '--agent', variable: 'FAIRTRIAL_AGENT', usual: 'http://127.0.0.1:8000' },
} as const;

interface Address {
  readonly service: keyof typeof NAMES;
  readonly url: string;
  /** True if the address comes from an option, the environment or the default: the API key may be sent there. */
  readonly isTrusted: boolean;
}

interface OpenOptions {
  /** True if the command also calls the agent backend. */
  readonly asksAgent?: boolean;
}

/**
 * Finds the services by option, environment, configuration file or default, in this order. The configuration file can
 * come from an untrusted checkout, so an address from it never receives the API key.
 */
export async function openServices(
  { cwd, environment }: CommandContext,
  options: Readonly<Record<string, unknown>>,
  { asksAgent = false }: OpenOptions = {},
): Promise<Services> {
  const found = await readConfigFile(cwd, stringOption(options['config']));
  const config = found?.values ?? ConfigFile.parse({});
  const find = (service: Address['service']): Address => {
    const named = stringOption(options[service]) ?? environment[service];
    const { usual } = NAMES[service];
    const url = checkUrl(named ?? config[service] ?? usual);
    return { service, url, isTrusted: named !== undefined || URL.parse(url)?.origin === usual };
  };
  const [server, agent] = [find('server'), find('agent')];
  const apiKey = environment.apiKey ?? readSecret(config.api_key, environment.secret);
  if (apiKey !== undefined && found !== undefined) {
    refuseKey(server, found.file);
    if (asksAgent) refuseKey(agent, found.file);
  }
  return {
    client: createClient({
      baseUrl: server.url,
      ...(asksAgent && { agentUrl: agent.url }),
      apiKey,
    }),
    server: server.url,
    agent: agent.url,
    hasKey: apiKey !== undefined,
    config,
    folder: found === undefined ? cwd : dirname(found.file),
    configFile: found?.file,
  };
}

/** Throws if only the configuration file names the address. */
function refuseKey({ service, url, isTrusted }: Address, file: string): void {
  if (isTrusted) return;
  const { option, variable } = NAMES[service];
  const advice = `if you trust it, set ${variable}=${url} or pass ${option} ${url}`;
  throw new CliError(
    EXIT.usage,
    `the API key is not sent to ${url}, which only ${basename(file)} names: ${advice}`,
  );
}

/** Rejects a query or fragment: the path of a request is appended and would become part of it. */
function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && !/[?#\s\p{C}]/u.test(text)) return text;
  throw new CliError(
    EXIT.usage,
    `'${text}' is not the address of a service: it should look like ${NAMES.server.usual}`,
  );
}

function readSecret(
  named: string | undefined,
  secret: (name: string) => string | undefined,
): string | undefined {
  if (named === undefined) return undefined;
  const name = named.slice('env:'.length);
  const value = secret(name);
  if (value !== undefined) return value;
  throw new CliError(EXIT.usage, `api_key names the variable ${name}, which is not set`);
}

function stringOption(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
