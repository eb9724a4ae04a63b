import type { Settings } from '@assay/contracts';
import type { Config } from './config.ts';

/** What callers may know of the configuration. Everything in it is named here: nothing slips through. */
export function settingsOf(config: Config, version: string): Settings {
  const { attempts, interactions, turns } = config.limits;
  return {
    version,
    simulated: config.isSimulated,
    keys: config.keys.map(({ name, isSet }) => ({ name, is_set: isSet })),
    storage: { ...storageOf(config), retention_days: null },
    endpoints: [...new Set(config.endpointOrigins)],
    agent: config.agent
      ? { url: config.agent.url, has_key: config.agent.secret !== undefined }
      : null,
    judges: [...(config.judges?.models ?? [])],
    limits: { attempts, interactions, turns, concurrency: config.maxConcurrency },
  };
}

function storageOf({
  databaseUrl,
  dataFolder,
}: Config): Pick<Settings['storage'], 'kind' | 'place'> {
  if (databaseUrl === undefined) return { kind: 'own', place: dataFolder };
  const { host, pathname } = new URL(databaseUrl);
  return { kind: 'external', place: `${host}${pathname}` };
}
