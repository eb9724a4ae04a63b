import { createClient, type Client } from '@assay/client';
import { dirname } from 'node:path';
import { CliError } from '../command/cli-error.ts';
import type { Context } from '../command/command.ts';
import { EXIT } from '../command/exit-code.ts';
import { ConfigFile } from './config-file.ts';
import { readConfigFile } from './read-config-file.ts';

export interface Services {
  readonly client: Client;
  readonly server: string;
  readonly agent: string;
  readonly hasKey: boolean;
  readonly config: ConfigFile;
  /** What the paths of the configuration are relative to. */
  readonly folder: string;
  readonly configFile: string | undefined;
}

const SERVER = 'http://127.0.0.1:8080';
const AGENT = 'http://127.0.0.1:8000';

/** Where the services are, by flag, environment, configuration file or default, in this order. */
export async function openServices(
  { cwd, environment }: Context,
  options: Readonly<Record<string, unknown>>,
): Promise<Services> {
  const found = await readConfigFile(cwd, textOf(options['config']));
  const config = found?.values ?? ConfigFile.parse({});
  const flag = textOf(options['server']);
  const server = checkUrl(flag ?? environment.server ?? config.server ?? SERVER);
  const agent = checkUrl(textOf(options['agent']) ?? environment.agent ?? config.agent ?? AGENT);
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
  throw new CliError(EXIT.usage, `'${text}' is no address of a service: write it like ${SERVER}`);
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

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
