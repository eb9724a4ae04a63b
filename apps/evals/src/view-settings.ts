import { showAddress, type Settings } from '@fairtrial/contracts';
import { bindAgentKey } from './create-endpoint-egress.ts';
import type { Config } from './config.ts';

/** The parts of the configuration that callers may see. Every field is listed explicitly, so that nothing leaks. */
export function viewSettings(config: Config, version: string): Settings {
  const { attempts, interactions, turns } = config.limits;
  return {
    version,
    simulated: config.isSimulated,
    keys: config.keys.map(({ name, isSet }) => ({ name, is_set: isSet })),
    storage: { ...viewStorage(config), retention_days: config.retentionDays ?? null },
    endpoints: [...new Set(config.endpointOrigins.map(showAddress))],
    agent: viewAgent(config),
    judges: [...(config.judges?.models ?? [])],
    user_model: config.user?.model ?? null,
    scorers: config.ownScorers.map(({ name, url }) => ({ name, url: showAddress(url) })),
    limits: { attempts, interactions, turns, concurrency: config.maxConcurrency },
  };
}

function viewAgent(config: Config): Settings['agent'] {
  const { agent } = config;
  if (agent === undefined) return null;
  const has_key = bindAgentKey(config).find(new URL(agent.url)) !== undefined;
  return { url: showAddress(agent.url), has_key };
}

function viewStorage({
  databaseUrl,
  dataFolder,
}: Config): Pick<Settings['storage'], 'kind' | 'location'> {
  if (databaseUrl === undefined) return { kind: 'own', location: dataFolder };
  const { host, pathname } = new URL(databaseUrl);
  return { kind: 'external', location: `${host}${pathname}` };
}
