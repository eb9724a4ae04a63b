import { createClient, type Client } from '@assay/client';
import { dirname } from 'node:path';
import type { CommandContext } from '../command/command.ts';
import { CliError, EXIT } from '../command/exit-code.ts';
import { ConfigFile, readConfigFile } from './config-file.ts';

export interface Services {
  readonly client: Client;
  readonly server: string;
  readonly agent: string;
  readonly hasKey: boolean;
  readonly config: ConfigFile;
  /** The folder of the configuration file, to which its paths are relative; else the current one. */
  readonly folder: string;
  readonly configFile: string | undefined;
}

const DEFAULT_SERVER = 'http://127.0.0.1:8080';
const DEFAULT_AGENT = 'http://127.0.0.1:8000';

/** Finds the services by option, environment, configuration file or default, in this order. */
export async function openServices(
  { cwd, environment }: CommandContext,
  options: Readonly<Record<string, unknown>>,
): Promise<Services> {
  const found = await readConfigFile(cwd, stringOption(options['config']));
  const config = found?.values ?? ConfigFile.parse({});
  const server = checkUrl(
    stringOption(options['server']) ?? environment.server ?? config.server ?? DEFAULT_SERVER,
  );
  const agent = checkUrl(
    stringOption(options['agent']) ?? environment.agent ?? config.agent ?? DEFAULT_AGENT,
  );
  const apiKey = environment.apiKey ?? readSecret(config.api_key, environment.secret);
  return {
    client: createClient({ baseUrl: server, agentUrl: agent, apiKey }),
    server,
    agent,
    hasKey: apiKey !== undefined,
    config,
    folder: found === undefined ? cwd : dirname(found.file),
    configFile: found?.file,
  };
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new CliError(
    EXIT.usage,
    `'${text}' is no address of a service: write it like ${DEFAULT_SERVER}`,
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
